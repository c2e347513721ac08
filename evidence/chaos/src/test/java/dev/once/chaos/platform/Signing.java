package dev.once.chaos.platform;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.http.HttpRequest;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The four providers, written from their documentation and not from the app's code. */
record Signing(Secrets secrets) {

    /** A body, and the headers that prove whose it is. */
    record Signed(String provider, String body, Map<String, String> headers) {

        HttpRequest.Builder to(String address) {
            HttpRequest.Builder request = Web.post(address + "/webhooks/" + provider, "application/json", body);
            headers.forEach(request::header);
            return request;
        }

        Signed with(String name, String value) {
            Map<String, String> changed = new LinkedHashMap<>(headers);
            changed.put(name, value);
            return new Signed(provider, body, changed);
        }

        Signed withBody(String other) {
            return new Signed(provider, other, headers);
        }
    }

    Signed stripe(String body, Instant when) {
        long time = when.getEpochSecond();
        String signature = hex(hmac(secrets.stripe().getBytes(UTF_8), time + "." + body));
        return new Signed("stripe", body, Map.of("Stripe-Signature", "t=" + time + ",v1=" + signature));
    }

    Signed github(String body, String delivery) {
        String signature = "sha256=" + hex(hmac(secrets.github().getBytes(UTF_8), body));
        return new Signed(
                "github",
                body,
                Map.of(
                        "X-Hub-Signature-256", signature,
                        "X-GitHub-Event", "sponsorship",
                        "X-GitHub-Delivery", delivery));
    }

    Signed lemonSqueezy(String body) {
        return new Signed(
                "lemonsqueezy",
                body,
                Map.of("X-Signature", hex(hmac(secrets.lemonSqueezy().getBytes(UTF_8), body))));
    }

    Signed resend(String body, String id, Instant when) {
        byte[] key = Base64.getDecoder().decode(secrets.resend().substring("whsec_".length()));
        String time = Long.toString(when.getEpochSecond());
        String signature = "v1," + Base64.getEncoder().encodeToString(hmac(key, id + "." + time + "." + body));
        return new Signed("resend", body, Map.of("svix-id", id, "svix-timestamp", time, "svix-signature", signature));
    }

    /** A paid checkout; how many deliveries are open is in the bytes. */
    static String checkout(String event, String customer, int open) {
        return """
                {"id":"%s","object":"event","type":"checkout.session.completed","created":%d,"pending_webhooks":%d,\
                "data":{"object":{"id":"cs_%s","customer":"%s","amount_total":4200,"currency":"eur"}}}"""
                .formatted(event, Instant.now().getEpochSecond(), open, event, customer);
    }

    private static byte[] hmac(byte[] key, String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(text.getBytes(UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }
}
