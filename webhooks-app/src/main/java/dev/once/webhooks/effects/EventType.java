package dev.once.webhooks.effects;

import dev.once.webhooks.provenance.Event;
import dev.once.webhooks.surface.Effect;

/** What one type of event means. To add one, add a bean of this type. */
public interface EventType {

    boolean covers(Event event);

    /** Reads the event, before anything is claimed: a pure function of what was signed. */
    Effect effectOf(Event event);
}
