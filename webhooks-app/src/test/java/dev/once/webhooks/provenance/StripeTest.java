package dev.once.webhooks.provenance;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StripeTest extends ProviderContract {

    @Override
    Provider provider() {
        return new Stripe();
    }

    @Override
    String body() {
        return """
                {"id":"evt_1","type":"checkout.session.completed","created":1750000000,"pending_webhooks":2,\
                "data":{"object":{"id":"cs_1"}}}""";
    }

    @Override
    String bodyOfARetry() {
        return body().replace("\"pending_webhooks\":2", "\"pending_webhooks\":1");
    }

    @Override
    String prefix(long seconds) {
        return seconds + ".";
    }

    @Override
    Map<String, String> headers(long seconds, byte[] signature) {
        return Map.of("Stripe-Signature", "t=" + seconds + ",v1=" + hex(signature));
    }

    @Test
    void the_published_example() {
        Delivery delivery = delivery(
                "{\n  \"id\": \"evt_test_webhook\",\n  \"object\": \"event\"\n}",
                "Stripe-Signature",
                "t=1700000000,v1=4f1cd7feda9826e746b7d482c4badebb657398df1099e1046364f6196a230150");

        assertThat(new Stripe().isSigned(delivery, "whsec_test_secret", Instant.ofEpochSecond(1700000000)))
                .isTrue();
    }
}
