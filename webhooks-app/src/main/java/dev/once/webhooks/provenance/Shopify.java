package dev.once.webhooks.provenance;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.stereotype.Component;

/**
 * {@code X-Shopify-Hmac-Sha256: <base64>} over the body alone. The event's id, the delivery's id, the topic and the shop
 * are headers that nobody signed: whoever replays a captured body can choose them. So the id is the body's digest (a retry
 * has the original body), and the type is read from the body. The price: two events with the same bytes count as one.
 */
@Component
final class Shopify implements Provider {

    private static final Pattern OBJECT = Pattern.compile("gid://shopify/(\\w{1,100})/([\\w-]{1,100})");

    @Override
    public String name() {
        return "shopify";
    }

    /** Eight retries within four hours, and nothing by hand; the rest is for a change of theirs. */
    @Override
    public Duration horizon() {
        return Duration.ofDays(7);
    }

    @Override
    public boolean isSigned(Delivery delivery, String secret, Instant now) {
        String given = delivery.header("X-Shopify-Hmac-Sha256");
        return HmacSha256.of(secret, "", delivery.body()).isBase64(given);
    }

    @Override
    public Event event(Delivery delivery) {
        Content content = Content.of(delivery.body());
        Optional<Matcher> object =
                content.text("admin_graphql_api_id").map(OBJECT::matcher).filter(Matcher::matches);
        return new Event(
                name(),
                Digest.of(delivery.body()),
                object.map(it -> type(it.group(1), content))
                        .orElseGet(() -> "unsigned:"
                                + delivery.unsigned("X-Shopify-Topic").orElse("unknown")),
                object.map(it -> it.group(2)).orElse(null),
                null,
                delivery.unsigned("X-Shopify-Webhook-Id").orElse(null),
                content.time("updated_at"),
                content);
    }

    /** What it is and in which state, as the signed body says it: {@code order.paid}. */
    private static String type(String object, Content content) {
        String kind = object.toLowerCase(Locale.ROOT);
        return content.text("financial_status")
                .map(status -> kind + "." + status)
                .orElse(kind);
    }
}
