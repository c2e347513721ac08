package dev.once.webhooks.surface;

import dev.once.webhooks.provenance.Event;

/** What is behind the surface: it knows what each event does. */
public interface WebhookEffects {

    /** Reads the event, before anything is claimed: a pure function of what was signed. */
    Effect effectOf(Event event);
}
