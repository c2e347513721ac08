package dev.once.webhooks.provenance;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StandardWebhooksTest extends ProviderContract {

    @Override
    Provider provider() {
        return new StandardWebhooks("anybody", Duration.ofDays(30));
    }

    @Override
    String body() {
        return """
                {"type":"user.created","timestamp":"2025-06-01T00:00:00Z","data":{"id":"user_1"}}""";
    }

    @Override
    String secret() {
        return "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    }

    @Override
    byte[] key(String secret) {
        return Base64.getDecoder().decode(secret.substring("whsec_".length()));
    }

    @Override
    String prefix(long seconds) {
        return "msg_1." + seconds + ".";
    }

    @Override
    Map<String, String> headers(long seconds, byte[] signature) {
        return Map.of(
                "webhook-id",
                "msg_1",
                "webhook-timestamp",
                Long.toString(seconds),
                "webhook-signature",
                "v1," + base64(signature));
    }

    @Test
    void the_published_example_under_both_names() {
        for (String names : new String[] {"svix-", "webhook-"}) {
            Delivery delivery = delivery(
                    "{\"test\": 2432232314}",
                    names + "id",
                    "msg_p5jXN8AQM9LWM0D4loKWxJek",
                    names + "timestamp",
                    "1614265330",
                    names + "signature",
                    "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");

            assertThat(provider().isSigned(delivery, secret(), Instant.ofEpochSecond(1614265330)))
                    .isTrue();
        }
    }

    @Test
    void resend_has_names_of_its_own_for_the_object_and_the_time() {
        Event event = new Resend()
                .event(delivery(
                        """
                        {"type":"email.bounced","created_at":"2025-06-01T00:00:00Z","data":{"email_id":"em_1"}}""",
                        "svix-id",
                        "msg_1"));

        assertThat(event.id()).isEqualTo("msg_1");
        assertThat(event.objectId()).isEqualTo("em_1");
        assertThat(event.occurredAt()).contains(Instant.parse("2025-06-01T00:00:00Z"));
    }
}
