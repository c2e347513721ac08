package dev.once.webhooks.provenance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.once.core.MalformedKeyException;
import dev.once.core.NotGenuineException;
import dev.once.core.support.StartupRefusedException;
import dev.once.webhooks.WebhooksProperties;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpHeaders;

/** Whatever a stranger sends ends in a refusal of its own kind. */
class HostileDeliveriesTest {

    private static final Instant NOW = Instant.parse("2025-06-01T12:00:00Z");
    private static final List<Provider> SOME = List.of(new Stripe(), new GitHub(), new Resend());

    @Test
    void any_of_several_secrets_will_do() {
        WebhookProvenance provenance = provenance(Map.of("github", settings(List.of("the-old-one", "the-new-one"))));
        for (String secret : List.of("the-old-one", "the-new-one")) {
            assertThat(provenance
                            .of("github", github(secret, "{}"), bytes("{}"))
                            .provider())
                    .isEqualTo("github");
        }
        assertRefused(() -> provenance.of("github", github("another", "{}"), bytes("{}")), NotGenuineException.class);
    }

    @Test
    void a_provider_without_secrets_is_not_there() {
        WebhookProvenance provenance = provenance(Map.of("github", settings(List.of("s"))));

        assertRefused(() -> provenance.of("stripe", new HttpHeaders(), bytes("{}")), UnknownProviderException.class);
        assertRefused(() -> provenance.of("nobody", new HttpHeaders(), bytes("{}")), UnknownProviderException.class);
    }

    @Test
    void a_right_signature_sent_twice_leaves_a_choice_and_is_refused() {
        HttpHeaders twice = github("secret", "{}");
        twice.add("X-Hub-Signature-256", "sha256=0");

        assertRefused(() -> provenance(secrets("secret")).of("github", twice, bytes("{}")), NotGenuineException.class);
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
            assertRefused(
                    () -> provenance.of("github", github("secret", body), bytes(body)), MalformedKeyException.class);
        }
        for (String body : List.of(
                "{\"type\":\"x\"}",
                "{\"id\":\"evt_1\"}",
                "{\"id\":\"\",\"type\":\"x\"}",
                "{\"id\":{},\"type\":\"x\"}",
                "{\"id\":\"evt\\u0000\",\"type\":\"x\"}",
                "{\"id\":\"evt_1\",\"type\":\"x\\ud800\"}",
                "{\"id\":\"" + "x".repeat(600) + "\",\"type\":\"x\"}")) {
            assertRefused(
                    () -> provenance.of("stripe", stripe("secret", body), bytes(body)), MalformedKeyException.class);
        }
    }

    @Test
    void settings_that_cannot_work_stop_the_start_with_a_sentence() {
        assertThatThrownBy(() -> provenance(Map.of()))
                .isInstanceOf(StartupRefusedException.class)
                .hasMessageContaining("No provider has a secret");
        assertThatThrownBy(() -> provenance(Map.of("strpe", settings(List.of("s")))))
                .isInstanceOf(StartupRefusedException.class)
                .hasMessageContaining("strpe");
        assertThatThrownBy(() -> provenance(Map.of("stripe", settings(List.of(" ")))))
                .isInstanceOf(StartupRefusedException.class)
                .hasMessageContaining("empty");
        assertThatThrownBy(() -> provenance(Map.of("resend", settings(List.of("whsec_%%")))))
                .isInstanceOf(StartupRefusedException.class)
                .hasMessageContaining("base64")
                .hasMessageNotContaining("%%");
    }

    @Test
    void a_sender_by_settings_alone_must_be_one_that_can_be_listened_to() {
        String secret = "whsec_c2VjcmV0";
        Duration horizon = Duration.ofDays(3);
        assertThat(provenance(Map.of("acme", standard(secret, horizon))).horizon())
                .isEqualTo(horizon);
        assertThatThrownBy(() -> provenance(Map.of("stripe", standard(secret, horizon))))
                .isInstanceOf(StartupRefusedException.class)
                .hasMessageContaining("stripe has a class");
        assertThatThrownBy(() -> provenance(Map.of("a/b", standard(secret, horizon))))
                .isInstanceOf(StartupRefusedException.class)
                .hasMessageContaining("'a/b'");
        assertThatThrownBy(() -> provenance(Map.of("acme", standard(secret, Duration.ZERO))))
                .isInstanceOf(StartupRefusedException.class)
                .hasMessageContaining("send nothing again");
        assertThatThrownBy(() -> provenance(Map.of("acme", standard("whsec_%%", horizon))))
                .isInstanceOf(StartupRefusedException.class)
                .hasMessageContaining("base64");
        assertThatThrownBy(() -> provenance(Map.of("acme", settings(List.of(secret)))))
                .isInstanceOf(StartupRefusedException.class)
                .hasMessageContaining("acme");
    }

    private static WebhooksProperties.Provider standard(String secret, Duration horizon) {
        return new WebhooksProperties.Provider(List.of(secret), WebhooksProperties.Scheme.STANDARD_WEBHOOKS, horizon);
    }

    private static WebhookProvenance provenance(Map<String, WebhooksProperties.Provider> settings) {
        return new WebhookProvenance(SOME, new WebhooksProperties(settings), Clock.fixed(NOW, ZoneOffset.UTC));
    }

    private static Map<String, WebhooksProperties.Provider> secrets(String secret) {
        return Map.of("stripe", settings(List.of(secret)), "github", settings(List.of(secret)));
    }

    private static WebhooksProperties.Provider settings(List<String> secrets) {
        return new WebhooksProperties.Provider(secrets, null, Duration.ofDays(30));
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

    private static void assertRefused(ThrowingCallable call, Class<? extends RuntimeException> refusal) {
        assertThatThrownBy(call).isExactlyInstanceOf(refusal);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }
}
