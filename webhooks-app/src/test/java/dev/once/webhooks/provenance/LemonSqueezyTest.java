package dev.once.webhooks.provenance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class LemonSqueezyTest extends ProviderContract {

    @Override
    Provider provider() {
        return new LemonSqueezy();
    }

    @Override
    String body() {
        return """
                {"meta":{"event_name":"subscription_updated","webhook_id":"w"},"data":{"type":"subscriptions","id":"1",\
                "attributes":{"store_id":1,"updated_at":"2025-06-01T00:00:00Z"}}}""";
    }

    @Override
    String prefix(long seconds) {
        return "";
    }

    @Override
    Map<String, String> headers(long seconds, byte[] signature) {
        return Map.of("X-Signature", hex(signature));
    }

    @Override
    Map<String, String> unsignedHeaders() {
        return Map.of("X-Event-Name", "subscription_updated");
    }

    @Test
    void it_signs_as_github_does_without_a_prefix() {
        Delivery delivery = delivery(
                "Hello, World!", "X-Signature", "757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17");

        assertThat(new LemonSqueezy().isSigned(delivery, "It's a Secret to Everybody", NOW))
                .isTrue();
    }
}
