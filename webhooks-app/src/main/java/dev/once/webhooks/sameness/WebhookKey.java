package dev.once.webhooks.sameness;

import dev.once.core.Attempt;
import dev.once.core.Fingerprint;
import dev.once.core.IdempotencyKey;
import dev.once.core.MalformedKeyException;
import dev.once.webhooks.provenance.Event;
import org.jspecify.annotations.Nullable;

/**
 * What is the key: the event's id in the provider's scope. There is no fingerprint, since the id is the provider's word
 * for "the same", and the bytes of a redelivery may differ (Stripe counts {@code pending_webhooks} in them).
 */
public final class WebhookKey {

    private WebhookKey() {}

    public static Attempt of(Event event, @Nullable String ignoredBecause) {
        return Attempt.of(event.scope(), key(event.id()), Fingerprint.none())
                .with("event_type", event.type())
                .with("object_id", event.objectId())
                .with("account_id", event.accountId())
                .with("delivery_id", event.deliveryId())
                .with("ignored_because", ignoredBecause);
    }

    private static IdempotencyKey key(String id) {
        try {
            if (id.indexOf(' ') >= 0) {
                throw new MalformedKeyException("It has a space in it.");
            }
            return new IdempotencyKey(id);
        } catch (IllegalArgumentException e) {
            throw new MalformedKeyException("The event's id cannot be used. " + e.getMessage());
        }
    }
}
