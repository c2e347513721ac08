package dev.once.webhooks.provenance;

import java.time.Duration;
import java.time.Instant;

/**
 * One sender of webhooks: how it signs, how it names an event, and how long it repeats itself. To add a provider, add a
 * bean of this type and set its {@code once.webhooks.<name>.secrets}.
 */
public interface Provider {

    /** The last part of its address, and the scope of its events. */
    String name();

    /** How long after an event the provider, or somebody at its console, may still send it again. */
    Duration horizon();

    /** False for whatever was not signed with this secret; never an exception, however odd the headers are. */
    boolean isSigned(Delivery delivery, String secret, Instant now);

    /** Reads an event whose signature was right. The id must be made of signed material only. */
    Event event(Delivery delivery);

    /** Says what is wrong with a secret that could never verify anything, or an empty string. */
    default String complaintAbout(String secret) {
        return secret.isBlank() ? "it is empty" : "";
    }
}
