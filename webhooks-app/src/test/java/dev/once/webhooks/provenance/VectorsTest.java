package dev.once.webhooks.provenance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpHeaders;

/** The providers' published examples. */
class VectorsTest {

    @Test
    void stripe() {
        Delivery delivery = delivery(
                "{\n  \"id\": \"evt_test_webhook\",\n  \"object\": \"event\"\n}",
                "Stripe-Signature",
                "t=1700000000,v1=4f1cd7feda9826e746b7d482c4badebb657398df1099e1046364f6196a230150");
        Instant then = Instant.ofEpochSecond(1700000000);

        assertThat(new Stripe().isSigned(delivery, "whsec_test_secret", then)).isTrue();
        assertThat(new Stripe().isSigned(delivery, "whsec_other", then)).isFalse();
        assertThat(new Stripe().isSigned(delivery, "whsec_test_secret", then.plusSeconds(300)))
                .isTrue();
        assertThat(new Stripe().isSigned(delivery, "whsec_test_secret", then.plusSeconds(301)))
                .isFalse();
        assertThat(new Stripe().isSigned(delivery, "whsec_test_secret", then.minusSeconds(300)))
                .isTrue();
        assertThat(new Stripe().isSigned(delivery, "whsec_test_secret", then.minusSeconds(301)))
                .isFalse();
    }

    @Test
    void standard_webhooks_under_both_names() {
        for (String names : new String[] {"svix-", "webhook-"}) {
            Delivery delivery = delivery(
                    "{\"test\": 2432232314}",
                    names + "id",
                    "msg_p5jXN8AQM9LWM0D4loKWxJek",
                    names + "timestamp",
                    "1614265330",
                    names + "signature",
                    "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
            Instant then = Instant.ofEpochSecond(1614265330);
            String secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

            assertThat(new Resend().isSigned(delivery, secret, then)).isTrue();
            assertThat(new Resend().isSigned(delivery, secret, then.plusSeconds(300)))
                    .isTrue();
            assertThat(new Resend().isSigned(delivery, secret, then.plusSeconds(301)))
                    .isFalse();
            assertThat(new Resend().isSigned(delivery, secret, then.minusSeconds(301)))
                    .isFalse();
        }
    }

    @Test
    void github() {
        String signature = "757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17";
        Delivery delivery = delivery("Hello, World!", "X-Hub-Signature-256", "sha256=" + signature);

        assertThat(new GitHub().isSigned(delivery, "It's a Secret to Everybody", Instant.now()))
                .isTrue();
        assertThat(new GitHub().isSigned(delivery, "another", Instant.now())).isFalse();
        assertThat(HmacSha256.of("It's a Secret to Everybody", "", "Hello, World!".getBytes(UTF_8))
                        .hex())
                .isEqualTo(signature);
    }

    @Test
    void lemon_squeezy_signs_as_github_does_without_a_prefix() {
        Delivery delivery = delivery(
                "Hello, World!", "X-Signature", "757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17");

        assertThat(new LemonSqueezy().isSigned(delivery, "It's a Secret to Everybody", Instant.now()))
                .isTrue();
        assertThat(new LemonSqueezy().isSigned(delivery, "another", Instant.now()))
                .isFalse();
    }

    static Delivery delivery(String body, String... headers) {
        HttpHeaders named = new HttpHeaders();
        for (int i = 0; i < headers.length; i += 2) {
            named.add(headers[i], headers[i + 1]);
        }
        return new Delivery(named, body.getBytes(UTF_8));
    }
}
