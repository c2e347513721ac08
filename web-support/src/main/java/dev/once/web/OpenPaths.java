package dev.once.web;

import java.util.List;

/** Paths that need no operator since something else guards them, such as a signature. An app declares beans of it. */
public record OpenPaths(List<String> patterns) {

    public static OpenPaths of(String... patterns) {
        return new OpenPaths(List.of(patterns));
    }
}
