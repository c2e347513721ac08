package dev.once.webhooks.provenance;

import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.OptionalLong;

/**
 * Any sender that keeps to Standard Webhooks: {@code v1,<base64>} over {@code id.timestamp.body}, under the names
 * {@code webhook-*} or, as Svix sends them, {@code svix-*}. The id is signed and stays the same over retries.
 */
class StandardWebhooks implements Provider {

    private static final String SECRET_PREFIX = "whsec_";

    private final String name;
    private final Duration horizon;

    StandardWebhooks(String name, Duration horizon) {
        this.name = name;
        this.horizon = horizon;
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final Duration horizon() {
        return horizon;
    }

    @Override
    public final boolean isSigned(Delivery delivery, String secret, Instant now) {
        String names = family(delivery);
        String id = delivery.header(names + "id");
        OptionalLong time = Timestamps.seconds(delivery.header(names + "timestamp"));
        String[] given = delivery.header(names + "signature").split(" ", -1);
        if (id.isEmpty() || !Timestamps.isFresh(time, now)) {
            return false;
        }
        HmacSha256 expected = HmacSha256.of(key(secret), id + "." + time.getAsLong() + ".", delivery.body());
        boolean found = false;
        for (String signature : given) {
            // As the standard's own libraries read it: what follows a second comma is not part of the signature.
            String[] parts = signature.split(",", 3);
            found |= parts.length > 1 && parts[0].equals("v1") && expected.isBase64(parts[1]);
        }
        return found;
    }

    @Override
    public Event event(Delivery delivery) {
        Content content = Content.of(delivery.body());
        String id = delivery.header(family(delivery) + "id");
        return new Event(
                name,
                id,
                content.required("type"),
                content.text("data", "id").orElse(null),
                null,
                id,
                content.time("timestamp"),
                content);
    }

    @Override
    public final String complaintAbout(String secret) {
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
