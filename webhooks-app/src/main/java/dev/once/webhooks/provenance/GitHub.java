package dev.once.webhooks.provenance;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.springframework.stereotype.Component;

/**
 * {@code X-Hub-Signature-256: sha256=<hex>} over the body alone. The delivery's id and the event's name are headers that
 * nobody signed: whoever replays a captured body can choose them. So the id is the body's digest and the type is read
 * from the body. The price: two genuine events with the same bytes count as one.
 */
@Component
final class GitHub implements Provider {

    @Override
    public String name() {
        return "github";
    }

    /** Nothing is retried by itself; a delivery can be sent again by hand for three days. */
    @Override
    public Duration horizon() {
        return Duration.ofDays(7);
    }

    @Override
    public boolean isSigned(Delivery delivery, String secret, Instant now) {
        String given = delivery.header("X-Hub-Signature-256");
        return HmacSha256.of(secret, "", delivery.body()).isHex("sha256=", given);
    }

    @Override
    public Event event(Delivery delivery) {
        Content content = Content.of(delivery.body());
        return new Event(
                name(),
                Digest.of(delivery.body()),
                type(content, delivery),
                content.text("sponsorship", "node_id").orElse(null),
                content.text("installation", "id")
                        .or(() -> content.text("organization", "login"))
                        .orElse(null),
                delivery.unsigned("X-GitHub-Delivery").orElse(null),
                Optional.empty(),
                content);
    }

    /** What has an effect is recognised by its signed shape; for all else the header is good enough to be shown. */
    private static String type(Content content, Delivery delivery) {
        String kind = content.has("sponsorship")
                ? "sponsorship"
                : delivery.unsigned("X-GitHub-Event").orElse("unknown");
        return content.text("action").map(action -> kind + "." + action).orElse(kind);
    }
}
