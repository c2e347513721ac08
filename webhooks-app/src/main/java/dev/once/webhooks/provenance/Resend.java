package dev.once.webhooks.provenance;

import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.OptionalLong;
import org.springframework.stereotype.Component;

/**
 * Standard Webhooks, as Svix sends them for Resend: {@code v1,<base64>} over {@code id.timestamp.body}, under the names
 * {@code svix-*} or {@code webhook-*}. The id is signed and stays the same over retries.
 */
@Component
final class Resend implements Provider {

    private static final String SECRET_PREFIX = "whsec_";

    @Override
    public String name() {
        return "resend";
    }

    /** Retries end after about 28 hours; a replay by hand has no end, so this is a choice. */
    @Override
    public Duration horizon() {
        return Duration.ofDays(30);
    }

    @Override
    public boolean isSigned(Delivery delivery, String secret, Instant now) {
        String names = family(delivery);
        String id = delivery.header(names + "id").orElse("");
        OptionalLong time =
                Timestamps.seconds(delivery.header(names + "timestamp").orElse(""));
        String[] given = delivery.header(names + "signature").orElse("").split(" ", -1);
        if (id.isEmpty() || time.isEmpty() || !Timestamps.isFresh(time.getAsLong(), now)) {
            return false;
        }
        HmacSha256 expected = HmacSha256.of(key(secret), id + "." + time.getAsLong() + ".", delivery.body());
        boolean found = false;
        for (String signature : given) {
            found |= signature.startsWith("v1,") && expected.isBase64(signature.substring(3));
        }
        return found;
    }

    @Override
    public Event event(Delivery delivery) {
        Content content = Content.of(delivery.body());
        String id = delivery.header(family(delivery) + "id").orElseThrow();
        return new Event(
                name(),
                id,
                content.required("type"),
                content.text("data", "email_id").orElse(null),
                null,
                id,
                content.time("created_at"),
                content);
    }

    @Override
    public String complaintAbout(String secret) {
        try {
            return key(secret).length == 0 ? "it is empty" : "";
        } catch (IllegalArgumentException e) {
            return "it is not 'whsec_' and base64";
        }
    }

    private static String family(Delivery delivery) {
        return delivery.headers().containsKey("svix-id") ? "svix-" : "webhook-";
    }

    private static byte[] key(String secret) {
        return Base64.getDecoder()
                .decode(secret.startsWith(SECRET_PREFIX) ? secret.substring(SECRET_PREFIX.length()) : secret);
    }
}
