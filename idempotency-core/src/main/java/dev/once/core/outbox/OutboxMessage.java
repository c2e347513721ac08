package dev.once.core.outbox;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A consequence to be dealt with: the same id however often it is relayed. */
public record OutboxMessage(
        UUID id, String topic, String payload, @Nullable String scope, @Nullable String key, int attempts) {}
