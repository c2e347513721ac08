package dev.once.webhooks.provenance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.once.core.StartupRefusedException;
import dev.once.web.ProblemException;
import dev.once.webhooks.WebhooksProperties;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpHeaders;

/** Whatever a stranger sends ends in a refusal with a status of its own. */
class HostileDeliveriesTest {

    private static final Instant NOW = Instant.parse("2025-06-01T12:00:00Z");
    private static final List<Provider> ALL = List.of(new Stripe(), new GitHub(), new LemonSqueezy(), new Resend());
    private static final List<String> HEADERS = List.of(
            "Stripe-Signature",
            "X-Hub-Signature-256",
            "X-Signature",
            "X-GitHub-Event",
            "X-GitHub-Delivery",
            "svix-id",
            "svix-timestamp",
            "svix-signature",
            "webhook-id",
            "webhook-timestamp",
            "webhook-signature");

    @Test
    void nonsense_is_a_bad_signature_and_nothing_else() {
        WebhookProvenance provenance = provenance(secrets("secret"));
        long seed = System.nanoTime();
        Damage damage = new Damage(new Random(seed));
        for (int round = 0; round < 5_000; round++) {
            HttpHeaders headers = new HttpHeaders();
            for (String name : HEADERS) {
                for (int copies = damage.random().nextInt(3); copies > 0; copies--) {
                    headers.add(name, damage.damaged("t=" + NOW.getEpochSecond() + ",v1=" + damage.word(64)));
                }
            }
            for (Provider provider : ALL) {
                assertThatThrownBy(() -> provenance.verify(
                                provider.name(), headers, damage.body().getBytes(UTF_8)))
                        .as("seed %s", seed)
                        .isInstanceOfSatisfying(
                                ProblemException.class,
                                e -> assertThat(e.problem().slug()).isEqualTo("bad-signature"));
            }
        }
    }

    @Test
    void any_of_several_secrets_will_do() {
        WebhookProvenance provenance =
                provenance(Map.of("github", new WebhooksProperties.Provider(List.of("the-old-one", "the-new-one"))));
        for (String secret : List.of("the-old-one", "the-new-one")) {
            assertThat(provenance
                            .verify("github", github(secret, "{}"), bytes("{}"))
                            .provider())
                    .isEqualTo("github");
        }
        assertRefused(() -> provenance.verify("github", github("another", "{}"), bytes("{}")), 400);
    }

    @Test
    void a_provider_without_secrets_is_not_there() {
        WebhookProvenance provenance = provenance(Map.of("github", new WebhooksProperties.Provider(List.of("s"))));

        assertRefused(() -> provenance.verify("stripe", new HttpHeaders(), bytes("{}")), 404);
        assertRefused(() -> provenance.verify("nobody", new HttpHeaders(), bytes("{}")), 404);
    }

    @Test
    void a_right_signature_sent_twice_leaves_a_choice_and_is_refused() {
        HttpHeaders twice = github("secret", "{}");
        twice.add("X-Hub-Signature-256", "sha256=0");

        assertRefused(() -> provenance(secrets("secret")).verify("github", twice, bytes("{}")), 400);
    }

    @Test
    void signed_but_unusable_is_refused_too() {
        WebhookProvenance provenance = provenance(secrets("secret"));
        for (String body : List.of(
                "",
                "nonsense",
                "[]",
                "null",
                "{",
                "{} {}",
                "{\"id\":1,\"id\":2}",
                "\u0000",
                "{\"a\":" + "[".repeat(5000))) {
            assertRefused(() -> provenance.verify("github", github("secret", body), bytes(body)), 422);
        }
        for (String body : List.of(
                "{\"type\":\"x\"}",
                "{\"id\":\"evt_1\"}",
                "{\"id\":\"\",\"type\":\"x\"}",
                "{\"id\":{},\"type\":\"x\"}",
                "{\"id\":\"evt\\u0000\",\"type\":\"x\"}",
                "{\"id\":\"evt_1\",\"type\":\"x\\ud800\"}",
                "{\"id\":\"" + "x".repeat(600) + "\",\"type\":\"x\"}")) {
            assertRefused(() -> provenance.verify("stripe", stripe("secret", body), bytes(body)), 422);
        }
    }

    @Test
    void settings_that_cannot_work_stop_the_start_with_a_sentence() {
        assertThatThrownBy(() -> provenance(Map.of()))
                .isInstanceOf(StartupRefusedException.class)
                .hasMessageContaining("No provider has a secret");
        assertThatThrownBy(() -> provenance(Map.of("strpe", new WebhooksProperties.Provider(List.of("s")))))
                .isInstanceOf(StartupRefusedException.class)
                .hasMessageContaining("strpe");
        assertThatThrownBy(() -> provenance(Map.of("stripe", new WebhooksProperties.Provider(List.of(" ")))))
                .isInstanceOf(StartupRefusedException.class)
                .hasMessageContaining("empty");
        assertThatThrownBy(() -> provenance(Map.of("resend", new WebhooksProperties.Provider(List.of("whsec_%%")))))
                .isInstanceOf(StartupRefusedException.class)
                .hasMessageContaining("base64")
                .hasMessageNotContaining("%%");
    }

    private static WebhookProvenance provenance(Map<String, WebhooksProperties.Provider> settings) {
        return new WebhookProvenance(ALL, new WebhooksProperties(settings), Clock.fixed(NOW, ZoneOffset.UTC));
    }

    private static Map<String, WebhooksProperties.Provider> secrets(String secret) {
        WebhooksProperties.Provider plain = new WebhooksProperties.Provider(List.of(secret));
        return Map.of(
                "stripe", plain,
                "github", plain,
                "lemonsqueezy", plain,
                "resend", new WebhooksProperties.Provider(List.of("whsec_c2VjcmV0")));
    }

    private static HttpHeaders github(String secret, String body) {
        HttpHeaders headers = new HttpHeaders();
        headers.add(
                "X-Hub-Signature-256",
                "sha256=" + HmacSha256.of(secret, "", bytes(body)).hex());
        return headers;
    }

    private static HttpHeaders stripe(String secret, String body) {
        long time = NOW.getEpochSecond();
        HttpHeaders headers = new HttpHeaders();
        headers.add(
                "Stripe-Signature",
                "t=" + time + ",v1="
                        + HmacSha256.of(secret, time + ".", bytes(body)).hex());
        return headers;
    }

    private static void assertRefused(org.assertj.core.api.ThrowableAssert.ThrowingCallable call, int status) {
        assertThatThrownBy(call).isInstanceOfSatisfying(ProblemException.class, e -> assertThat(
                        e.problem().status().value())
                .isEqualTo(status));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }
}
