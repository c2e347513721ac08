package dev.once.webhooks.pages;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.once.webhooks.provenance.HmacSha256;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import org.jspecify.annotations.Nullable;

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
    RESEND_BOUNCE("resend", "Resend: a mail bounced", null) {
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
    },
    SHOPIFY_ORDER("shopify", "Shopify: an order is paid", "7%s") {
        @Override
        String body(String number, int delivery) {
            return """
                    {"admin_graphql_api_id":"gid://shopify/Order/7%1$s","financial_status":"paid",\
                    "test":false,"email":"ada@example.test","customer":{"id":115310627},"total_price":"19.90",\
                    "currency":"USD","updated_at":"2025-06-15T12:00:00-04:00"}"""
                    .formatted(number);
        }

        @Override
        Map<String, String> headers(String number, String secret, String body, Instant now) {
            return Map.of(
                    "X-Shopify-Hmac-Sha256",
                    HmacSha256.of(secret, "", body.getBytes(UTF_8)).base64(),
                    "X-Shopify-Topic",
                    "orders/paid",
                    "X-Shopify-Webhook-Id",
                    "sample-" + number);
        }
    },
    PADDLE_SUBSCRIPTION("paddle", "Paddle: a subscription begins", null) {
        @Override
        String body(String number, int delivery) {
            // A replay is another notification of the same event.
            return """
                    {"event_id":"evt_sample_%1$s","event_type":"subscription.created",\
                    "occurred_at":"2025-06-15T12:00:00.123456Z","notification_id":"ntf_sample_%1$s_%2$d",\
                    "data":{"id":"sub_sample_%1$s","status":"active","customer_id":"ctm_ada"}}"""
                    .formatted(number, delivery);
        }

        @Override
        Map<String, String> headers(String number, String secret, String body, Instant now) {
            long time = now.getEpochSecond();
            return Map.of("Paddle-Signature", "ts=" + time + ";h1=" + hex(secret, time + ":", body));
        }
    },
    SLACK_UNINSTALLED("slack", "Slack: a workspace removes the app", null) {
        @Override
        String body(String number, int delivery) {
            return """
                    {"type":"event_callback","event_id":"Ev%1$s","event_time":1750000000,"team_id":"T%1$s",\
                    "api_app_id":"A0SAMPLE","event":{"type":"app_uninstalled"}}"""
                    .formatted(number);
        }

        @Override
        Map<String, String> headers(String number, String secret, String body, Instant now) {
            long time = now.getEpochSecond();
            return Map.of(
                    "X-Slack-Request-Timestamp",
                    Long.toString(time),
                    "X-Slack-Signature",
                    "v0=" + hex(secret, "v0:" + time + ":", body));
        }
    };

    final String provider;
    private final String label;
    private final @Nullable String object;

    /** The object is what is paid for, if anything is. */
    SampleEvent(String provider, String label, @Nullable String object) {
        this.provider = provider;
        this.label = label;
        this.object = object;
    }

    public String label() {
        return label;
    }

    boolean pays() {
        return object != null;
    }

    String object(String number) {
        return object == null ? "" : object.formatted(number);
    }

    abstract String body(String number, int delivery);

    abstract Map<String, String> headers(String number, String secret, String body, Instant now);

    private static String hex(String secret, String prefix, String body) {
        return HmacSha256.of(secret, prefix, body.getBytes(UTF_8)).hex();
    }
}
