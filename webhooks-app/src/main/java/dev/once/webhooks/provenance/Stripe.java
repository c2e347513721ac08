package dev.once.webhooks.provenance;

import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;
import org.springframework.stereotype.Component;

/** {@code Stripe-Signature: t=<seconds>,v1=<hex>[,v1=..]} over {@code t.body}. The event's own id is in the body. */
@Component
final class Stripe implements Provider {

    @Override
    public String name() {
        return "stripe";
    }

    /** Retries end after three days, but events can be sent again from the dashboard for thirty. */
    @Override
    public Duration horizon() {
        return Duration.ofDays(30);
    }

    @Override
    public boolean isSigned(Delivery delivery, String secret, Instant now) {
        String[] items = delivery.header("Stripe-Signature").orElse("").split(",", -1);
        OptionalLong time = time(items);
        if (time.isEmpty() || !Timestamps.isFresh(time.getAsLong(), now)) {
            return false;
        }
        HmacSha256 expected = HmacSha256.of(secret, time.getAsLong() + ".", delivery.body());
        boolean found = false;
        for (String item : items) {
            if (item.equals("v1")) {
                return false;
            }
            found |= item.startsWith("v1=") && expected.isHex(item.substring(3));
        }
        return found;
    }

    @Override
    public Event event(Delivery delivery) {
        Content content = Content.of(delivery.body());
        return new Event(
                name(),
                content.required("id"),
                content.required("type"),
                content.text("data", "object", "id").orElse(null),
                content.text("account").orElse(null),
                null,
                content.time("created"),
                content);
    }

    /** The first one counts. */
    private static OptionalLong time(String[] items) {
        for (String item : items) {
            if (item.equals("t") || item.startsWith("t=")) {
                return Timestamps.seconds(item.substring(Math.min(2, item.length())));
            }
        }
        return OptionalLong.empty();
    }
}
