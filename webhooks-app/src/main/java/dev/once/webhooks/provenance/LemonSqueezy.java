package dev.once.webhooks.provenance;

import java.time.Duration;
import java.time.Instant;
import org.springframework.stereotype.Component;

/**
 * {@code X-Signature: <hex>} over the body. Events have no id, so one is derived from signed fields: something is created
 * once, so its name and object are enough; everything else can happen to an object again, so the time and the bytes
 * belong to it too (two updates can fall into one second).
 */
@Component
final class LemonSqueezy implements Provider {

    @Override
    public String name() {
        return "lemonsqueezy";
    }

    /** Four tries within minutes; the rest is for somebody who resends by hand. */
    @Override
    public Duration horizon() {
        return Duration.ofDays(7);
    }

    @Override
    public boolean isSigned(Delivery delivery, String secret, Instant now) {
        String given = delivery.header("X-Signature");
        return HmacSha256.of(secret, "", delivery.body()).isHex("", given);
    }

    @Override
    public Event event(Delivery delivery) {
        Content content = Content.of(delivery.body());
        String name = content.required("meta", "event_name");
        String type = content.required("data", "type");
        String object = content.required("data", "id");
        String updatedAt = content.text("data", "attributes", "updated_at").orElse("");
        String id = name.endsWith("_created")
                ? Digest.of(name, type, object)
                : Digest.of(name, type, object, updatedAt, Digest.of(delivery.body()));
        return new Event(
                name(),
                id,
                name,
                object,
                content.text("data", "attributes", "store_id").orElse(null),
                content.text("meta", "webhook_id").orElse(null),
                content.time("data", "attributes", "updated_at"),
                content);
    }
}
