package dev.once.showcase.surfaces;

import java.util.List;

/** What the lab shows of one attempt: every answer, how many effects it had, and what else is to be said. */
public record Shown(String key, List<Reply> replies, long effects, String effectName, String note) {}
