package dev.once.benchmarks.http;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** A paid checkout, signed as Stripe signs it. */
public final class WebhookCall implements Surface {

    private static final String SECRET = "whsec_demo_stripe";

    private static final String EVENT =
            """
            {"id": "evt_%1$s", "object": "event", "type": "checkout.session.completed", "created": %2$d,
             "data": {"object": {"id": "cs_%1$s", "object": "checkout.session", "customer": "cus_bench",
               "customer_details": {"email": "bench@example.com"}, "amount_total": 1200, "currency": "eur", "payment_status": "paid"}}}""";

    @Override
    public String module() {
        return "webhooks-app";
    }

    @Override
    public List<String> rowsIn() {
        return List.of("webhooks.credit_entries", "once.outbox");
    }

    @Override
    public boolean isDone(HttpResponse<String> answer) {
        return answer.statusCode() == 200;
    }

    @Override
    public String freshKey() {
        return UUID.randomUUID().toString();
    }

    @Override
    public HttpRequest request(URI app, String key) {
        long now = System.currentTimeMillis() / 1000;
        String body = EVENT.formatted(key, now);
        return HttpRequest.newBuilder(app.resolve("/webhooks/stripe"))
                .header("Content-Type", "application/json")
                .header("Stripe-Signature", "t=" + now + ",v1=" + signature(now + "." + body))
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
    }

    private static String signature(String signed) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(SECRET.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            return HexFormat.of().formatHex(mac.doFinal(signed.getBytes(StandardCharsets.UTF_8)));
        } catch (java.security.GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
