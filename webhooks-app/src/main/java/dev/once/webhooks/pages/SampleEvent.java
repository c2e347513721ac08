package dev.once.webhooks.pages;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.once.webhooks.provenance.HmacSha256;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;

/** Events as the providers would send them, for trying things out. The same number is the same event. */
enum SampleEvent {
    STRIPE_PAYMENT("stripe", "Stripe: a checkout is paid", "cs_sample_%s") {
        @Override
        String body(String number, int delivery) {
            // Stripe counts the endpoints that are still to be told, so the bytes of a redelivery differ.
            return """
                    {"id":"evt_sample_%1$s","object":"event","type":"checkout.session.completed","created":1750000000,\
                    "pending_webhooks":%2$d,"data":{"object":{"id":"cs_sample_%1$s","customer":"cus_ada",\
                    "customer_details":{"email":"ada@example.test"},"amount_total":4200,"currency":"eur",\
                    "payment_status":"paid"}}}"""
                    .formatted(number, delivery);
        }

        @Override
        Map<String, String> headers(String number, String secret, String body, Instant now) {
            long time = now.getEpochSecond();
            return Map.of("Stripe-Signature", "t=" + time + ",v1=" + hex(secret, time + ".", body));
        }
    },
    LEMON_SQUEEZY_ORDER("lemonsqueezy", "Lemon Squeezy: an order", "sample-%s") {
        @Override
        String body(String number, int delivery) {
            return """
                    {"meta":{"event_name":"order_created"},"data":{"type":"orders","id":"sample-%s","attributes":\
                    {"store_id":1,"customer_id":7,"user_email":"grace@example.test","total":1900,"currency":"USD",\
                    "status":"paid"}}}"""
                    .formatted(number);
        }

        @Override
        Map<String, String> headers(String number, String secret, String body, Instant now) {
            return Map.of("X-Signature", hex(secret, "", body));
        }
    },
    GITHUB_SPONSORSHIP("github", "GitHub: a new sponsor", "S_sample_%s") {
        @Override
        String body(String number, int delivery) {
            return """
                    {"action":"created","sponsorship":{"node_id":"S_sample_%s","sponsor":{"login":"linus"},\
                    "tier":{"monthly_price_in_cents":500}}}"""
                    .formatted(number);
        }

        @Override
        Map<String, String> headers(String number, String secret, String body, Instant now) {
            return Map.of(
                    "X-Hub-Signature-256", "sha256=" + hex(secret, "", body),
                    "X-GitHub-Event", "sponsorship",
                    "X-GitHub-Delivery", "sample-" + number);
        }
    },
    RESEND_BOUNCE("resend", "Resend: a mail bounced", "em_sample_%s") {
        @Override
        String body(String number, int delivery) {
            return """
                    {"type":"email.bounced","created_at":"2025-06-15T12:00:00Z","data":{"email_id":"em_sample_%1$s",\
                    "to":["sample-%1$s@example.test"]}}"""
                    .formatted(number);
        }

        @Override
        Map<String, String> headers(String number, String secret, String body, Instant now) {
            String id = "msg_sample_" + number;
            long time = now.getEpochSecond();
            byte[] key = Base64.getDecoder().decode(secret.substring("whsec_".length()));
            return Map.of(
                    "svix-id",
                    id,
                    "svix-timestamp",
                    Long.toString(time),
                    "svix-signature",
                    "v1,"
                            + HmacSha256.of(key, id + "." + time + ".", body.getBytes(UTF_8))
                                    .base64());
        }
    };

    final String provider;
    private final String label;
    private final String object;

    SampleEvent(String provider, String label, String object) {
        this.provider = provider;
        this.label = label;
        this.object = object;
    }

    public String label() {
        return label;
    }

    String object(String number) {
        return object.formatted(number);
    }

    abstract String body(String number, int delivery);

    abstract Map<String, String> headers(String number, String secret, String body, Instant now);

    private static String hex(String secret, String prefix, String body) {
        return HmacSha256.of(secret, prefix, body.getBytes(UTF_8)).hex();
    }
}
