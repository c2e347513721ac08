package dev.once.webhooks.provenance;

import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;
import org.springframework.stereotype.Component;

/**
 * {@code Paddle-Signature: ts=<seconds>;h1=<hex>[;h1=..]} over {@code ts:body}. Two ids are in the signed body: the
 * event's is the same for every retry and replay, the notification's is new for a replay.
 */
@Component
final class Paddle implements Provider {

    @Override
    public String name() {
        return "paddle";
    }

    /** A notification can be replayed for 90 days, and the replay is retried for three more. */
    @Override
    public Duration horizon() {
        return Duration.ofDays(93);
    }

    @Override
    public boolean isSigned(Delivery delivery, String secret, Instant now) {
        SignatureList given = SignatureList.of(delivery.header("Paddle-Signature"), ";");
        OptionalLong time = given.seconds("ts");
        return Timestamps.isFresh(time, now)
                && given.contains("h1", HmacSha256.of(secret, time.getAsLong() + ":", delivery.body()));
    }

    @Override
    public Event event(Delivery delivery) {
        Content content = Content.of(delivery.body());
        return new Event(
                name(),
                content.required("event_id"),
                content.required("event_type"),
                content.text("data", "id").orElse(null),
                null,
                content.text("notification_id").orElse(null),
                content.time("occurred_at"),
                content);
    }
}
