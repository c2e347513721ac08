package dev.once.webhooks.provenance;

import dev.once.core.Scope;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A signed event.
 *
 * @param id what the provider calls it, or what we derive from signed fields: the same for each delivery
 * @param type as the signed body names it
 * @param objectId what it is about
 * @param accountId whose it is at the provider
 * @param deliveryId for finding it in the provider's console; unsigned, so nothing is decided by it
 * @param occurredAt by the provider's clock
 * @param content the signed body
 */
public record Event(
        String provider,
        String id,
        String type,
        @Nullable String objectId,
        @Nullable String accountId,
        @Nullable String deliveryId,
        Optional<Instant> occurredAt,
        Content content) {

    public Scope scope() {
        return new Scope(provider);
    }
}
