package dev.once.webhooks.provenance;

import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;
import org.springframework.stereotype.Component;

/**
 * {@code X-Slack-Signature: v0=<hex>} over {@code v0:<seconds>:body}, with the seconds in
 * {@code X-Slack-Request-Timestamp}. The event's id is in the signed body and stays the same over retries; the headers
 * that count the retries are not signed.
 */
@Component
final class Slack implements Provider {

    @Override
    public String name() {
        return "slack";
    }

    /** Three retries within minutes, and nothing by hand; the rest is for a change of theirs. */
    @Override
    public Duration horizon() {
        return Duration.ofDays(7);
    }

    @Override
    public boolean isSigned(Delivery delivery, String secret, Instant now) {
        String given = delivery.header("X-Slack-Signature");
        OptionalLong time = Timestamps.seconds(delivery.header("X-Slack-Request-Timestamp"));
        return Timestamps.isFresh(time, now)
                && HmacSha256.of(secret, "v0:" + time.getAsLong() + ":", delivery.body())
                        .isHex("v0=", given);
    }

    @Override
    public Event event(Delivery delivery) {
        Content content = Content.of(delivery.body());
        String type = content.required("type");
        if (type.equals("url_verification")) {
            throw new UrlVerificationException(content.required("challenge"));
        }
        boolean wrapped = type.equals("event_callback");
        return new Event(
                name(),
                // What is no event has no id: that deliveries are being held back, for one.
                wrapped ? content.required("event_id") : Digest.of(delivery.body()),
                wrapped ? content.required("event", "type") : type,
                content.text("event", "channel").orElse(null),
                content.text("team_id").orElse(null),
                null,
                content.time("event_time"),
                content);
    }
}
