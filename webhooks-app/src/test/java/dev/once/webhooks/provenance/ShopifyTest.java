package dev.once.webhooks.provenance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ShopifyTest extends ProviderContract {

    @Override
    Provider provider() {
        return new Shopify();
    }

    @Override
    String body() {
        return """
                {"admin_graphql_api_id":"gid://shopify/Order/820982911946154508","financial_status":"paid",\
                "total_price":"403.00","currency":"USD"}""";
    }

    @Override
    String prefix(long seconds) {
        return "";
    }

    @Override
    Map<String, String> headers(long seconds, byte[] signature) {
        return Map.of("X-Shopify-Hmac-Sha256", base64(signature));
    }

    @Override
    Map<String, String> unsignedHeaders() {
        return Map.of(
                "X-Shopify-Webhook-Id", "b54557e4-bdd9-4b37-8a5f-bf7d70bcd043",
                "X-Shopify-Event-Id", "98880550-7158-44d4-b7cd-2c97c8a091b5",
                "X-Shopify-Topic", "orders/paid",
                "X-Shopify-Shop-Domain", "acme.myshopify.com",
                "X-Shopify-Triggered-At", "2025-06-01T11:59:59Z");
    }

    /** By openssl and, to be sure, by Python. */
    @Test
    void a_vector_from_elsewhere() {
        Delivery delivery = delivery(body(), "X-Shopify-Hmac-Sha256", "fs14wtcjfgVw6P9AKJzte3igs0HEEDqSPICx4oe+uh4=");

        assertThat(new Shopify().isSigned(delivery, "shpss_test_secret", NOW)).isTrue();
    }

    @Test
    void the_type_is_what_the_signed_body_shows() {
        assertThat(type(body())).isEqualTo("order.paid");
        assertThat(type("{\"admin_graphql_api_id\":\"gid://shopify/Product/1\"}"))
                .isEqualTo("product");
    }

    @Test
    void a_topic_that_nobody_signed_is_shown_as_such_and_can_never_be_one_with_an_effect() {
        Event event = new Shopify().event(delivery("{\"id\":1}", "X-Shopify-Topic", "order.paid"));

        assertThat(event.type()).isEqualTo("unsigned:order.paid");
        assertThat(type("{\"id\":1}")).isEqualTo("unsigned:unknown");
    }

    private static String type(String body) {
        return new Shopify().event(delivery(body)).type();
    }
}
