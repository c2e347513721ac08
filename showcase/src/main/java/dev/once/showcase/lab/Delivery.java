package dev.once.showcase.lab;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * One delivery of a payment event, as a provider would send it: its bytes and its signature are fresh each time, since the
 * one counts the deliveries that are still open and the other contains the time. The key is the sender's name for the
 * attempt, and a client can forget to send it.
 */
public record Delivery(
        String tenant, String event, Optional<String> key, long amountCents, String body, String signature) {

    private static final String SECRET = "whsec_lab";

    /** The {@code number}-th delivery of that event. */
    public static Delivery of(String tenant, String event, int number) {
        return of(tenant, event, number, 2500);
    }

    static Delivery of(String tenant, String event, int number, long amountCents) {
        String body = "{\"id\":\"%s\",\"tenant\":\"%s\",\"amount_cents\":%d,\"pending_webhooks\":%d}"
                .formatted(event, tenant, amountCents, number + 1);
        long time = 1_700_000_000L + number;
        return new Delivery(
                tenant,
                event,
                Optional.of(event),
                amountCents,
                body,
                "t=" + time + ",v1=" + hmac(SECRET, time + "." + body));
    }

    /** The client has forgotten its key. */
    Delivery withoutKey() {
        return new Delivery(tenant, event, Optional.empty(), amountCents, body, signature);
    }

    /** Somebody else knows the event's id, but not the secret. */
    public static Delivery forged(String tenant, String event) {
        Delivery genuine = of(tenant, event, 0);
        return new Delivery(
                tenant, event, genuine.key, genuine.amountCents, genuine.body, "t=1700000000,v1=" + "0".repeat(64));
    }

    public boolean isGenuine() {
        String time = signature.substring(2, signature.indexOf(','));
        String given = signature.substring(signature.indexOf("v1=") + 3);
        return MessageDigest.isEqual(
                given.getBytes(StandardCharsets.US_ASCII),
                hmac(SECRET, time + "." + body).getBytes(StandardCharsets.US_ASCII));
    }

    /** What a payment's answer shows; it is its tenant's business alone. */
    public String receipt() {
        return receipt("booked");
    }

    /** The same, for a payment whose status has changed since. */
    public String receipt(String status) {
        return "Receipt for %s: %d.%02d EUR, %s".formatted(tenant, amountCents / 100, amountCents % 100, status);
    }

    public static String hmac(String secret, String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            return HexFormat.of().formatHex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every JDK has HMAC-SHA256.", e);
        }
    }
}
