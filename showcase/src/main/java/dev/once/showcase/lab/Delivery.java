package dev.once.showcase.lab;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * One delivery of a payment event, as a provider would send it: its bytes and its signature are fresh each time, since the
 * one counts the deliveries that are still open and the other contains the time.
 */
public record Delivery(String tenant, String event, String body, String signature) {

    public static final long AMOUNT_CENTS = 2500;

    private static final String SECRET = "whsec_lab";

    /** The {@code number}-th delivery of that event. */
    public static Delivery of(String tenant, String event, int number) {
        String body = "{\"id\":\"%s\",\"tenant\":\"%s\",\"amount_cents\":%d,\"pending_webhooks\":%d}"
                .formatted(event, tenant, AMOUNT_CENTS, number + 1);
        long time = 1_700_000_000L + number;
        return new Delivery(tenant, event, body, "t=" + time + ",v1=" + hmac(time + "." + body));
    }

    /** Somebody else knows the event's id, but not the secret. */
    public static Delivery forged(String tenant, String event) {
        Delivery genuine = of(tenant, event, 0);
        return new Delivery(tenant, event, genuine.body, "t=1700000000,v1=" + "0".repeat(64));
    }

    public boolean isGenuine() {
        String time = signature.substring(2, signature.indexOf(','));
        String given = signature.substring(signature.indexOf("v1=") + 3);
        return MessageDigest.isEqual(
                given.getBytes(StandardCharsets.US_ASCII),
                hmac(time + "." + body).getBytes(StandardCharsets.US_ASCII));
    }

    /** What a payment's answer shows; it is its tenant's business alone. */
    public String receipt() {
        return "Receipt for " + tenant + ": 25.00 EUR";
    }

    private static String hmac(String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(SECRET.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            return HexFormat.of().formatHex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every JDK has HMAC-SHA256.", e);
        }
    }
}
