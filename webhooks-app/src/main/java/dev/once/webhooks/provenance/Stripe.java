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
        SignatureList given = SignatureList.of(delivery.header("Stripe-Signature"), ",");
        OptionalLong time = given.seconds("t");
        return Timestamps.isFresh(time, now)
                && given.contains("v1", HmacSha256.of(secret, time.getAsLong() + ".", delivery.body()));
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
}
