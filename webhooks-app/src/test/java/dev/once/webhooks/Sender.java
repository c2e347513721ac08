package dev.once.webhooks;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.once.webhooks.provenance.HmacSha256;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;

/** The providers, as a test plays them: signs with the demo profile's secrets and delivers over HTTP. */
public record Sender(String base) {

    private static final HttpClient HTTP =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();

    public static Sender to(int port) {
        return new Sender("http://localhost:" + port);
    }

    /** A body that is signed, or not. */
    public record Signed(String provider, byte[] body, Map<String, String> headers) {

        public Signed header(String name, String value) {
            Map<String, String> changed = new LinkedHashMap<>(headers);
            changed.put(name, value);
            return new Signed(provider, body, changed);
        }

        public Signed body(String other) {
            return new Signed(provider, other.getBytes(UTF_8), headers);
        }
    }

    public static Signed stripe(String body) {
        return stripe(body, Instant.now());
    }

    public static Signed stripe(String body, Instant when) {
        long time = when.getEpochSecond();
        String signature = HmacSha256.of("whsec_demo_stripe", time + ".", body.getBytes(UTF_8))
                .hex();
        return new Signed("stripe", body.getBytes(UTF_8), Map.of("Stripe-Signature", "t=" + time + ",v1=" + signature));
    }

    public static Signed github(String body, String delivery) {
        String signature =
                HmacSha256.of("demo-github-secret", "", body.getBytes(UTF_8)).hex();
        return new Signed(
                "github",
                body.getBytes(UTF_8),
                Map.of(
                        "X-Hub-Signature-256",
                        "sha256=" + signature,
                        "X-GitHub-Event",
                        "sponsorship",
                        "X-GitHub-Delivery",
                        delivery));
    }

    public static Signed lemonSqueezy(String body) {
        String signature = HmacSha256.of("demo-lemonsqueezy-secret", "", body.getBytes(UTF_8))
                .hex();
        return new Signed("lemonsqueezy", body.getBytes(UTF_8), Map.of("X-Signature", signature));
    }

    public static Signed resend(String names, String id, String body) {
        long time = Instant.now().getEpochSecond();
        byte[] key = Base64.getDecoder().decode("ZGVtby1yZXNlbmQtc2VjcmV0LTAxMjM0NQ==");
        String signature =
                HmacSha256.of(key, id + "." + time + ".", body.getBytes(UTF_8)).base64();
        return new Signed(
                "resend",
                body.getBytes(UTF_8),
                Map.of(names + "id", id, names + "timestamp", "" + time, names + "signature", "v1," + signature));
    }

    public static Signed shopify(String body) {
        String signature =
                HmacSha256.of("demo-shopify-secret", "", body.getBytes(UTF_8)).base64();
        return new Signed(
                "shopify",
                body.getBytes(UTF_8),
                Map.of("X-Shopify-Hmac-Sha256", signature, "X-Shopify-Topic", "orders/paid"));
    }

    public static Signed paddle(String body) {
        return paddle(body, Instant.now());
    }

    public static Signed paddle(String body, Instant when) {
        long time = when.getEpochSecond();
        String signature = HmacSha256.of("demo-paddle-secret", time + ":", body.getBytes(UTF_8))
                .hex();
        return new Signed(
                "paddle", body.getBytes(UTF_8), Map.of("Paddle-Signature", "ts=" + time + ";h1=" + signature));
    }

    public static Signed slack(String body) {
        return slack(body, Instant.now());
    }

    public static Signed slack(String body, Instant when) {
        long time = when.getEpochSecond();
        String signature = HmacSha256.of("demo-slack-secret", "v0:" + time + ":", body.getBytes(UTF_8))
                .hex();
        return new Signed(
                "slack",
                body.getBytes(UTF_8),
                Map.of("X-Slack-Request-Timestamp", "" + time, "X-Slack-Signature", "v0=" + signature));
    }

    /** A paid checkout; the number of the delivery is in the bytes, as it is at Stripe. */
    public static String checkout(String event, String session, int delivery) {
        return """
                {"id":"%s","object":"event","type":"checkout.session.completed","created":1750000000,"pending_webhooks":%d,\
                "data":{"object":{"id":"%s","customer":"cus_1","amount_total":4200,"currency":"eur"}}}"""
                .formatted(event, delivery, session);
    }

    public HttpResponse<String> deliver(Signed signed) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + "/webhooks/" + signed.provider()))
                .timeout(Duration.ofSeconds(30))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofByteArray(signed.body()));
        signed.headers().forEach(request::header);
        return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    public HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }
}
