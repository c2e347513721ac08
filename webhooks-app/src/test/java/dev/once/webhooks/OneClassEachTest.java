package dev.once.webhooks;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.once.webhooks.Sender.Signed;
import dev.once.webhooks.effects.EventType;
import dev.once.webhooks.provenance.Content;
import dev.once.webhooks.provenance.Delivery;
import dev.once.webhooks.provenance.Event;
import dev.once.webhooks.provenance.HmacSha256;
import dev.once.webhooks.provenance.Provider;
import dev.once.webhooks.surface.Effect;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.TestPropertySource;

/** A new provider is one class, a new type of event is one class, and nothing else changes: the README's example. */
@Import(OneClassEachTest.Added.class)
@TestPropertySource(properties = "once.webhooks.acme.secrets=acme-secret")
class OneClassEachTest extends WebhooksTest {

    @TestConfiguration
    static class Added {
        @Bean
        Provider acme() {
            return new Acme();
        }

        @Bean
        EventType acmeGreeting() {
            return new AcmeGreeting();
        }
    }

    static final class Acme implements Provider {

        @Override
        public String name() {
            return "acme";
        }

        @Override
        public Duration horizon() {
            return Duration.ofDays(3);
        }

        @Override
        public boolean isSigned(Delivery delivery, String secret, Instant now) {
            String given = delivery.header("Acme-Signature");
            return HmacSha256.of(secret, "", delivery.body()).isHex("", given);
        }

        @Override
        public Event event(Delivery delivery) {
            Content content = Content.of(delivery.body());
            return new Event(
                    name(),
                    content.required("id"),
                    content.required("type"),
                    null,
                    null,
                    null,
                    content.time("at"),
                    content);
        }
    }

    static final class AcmeGreeting implements EventType {

        @Override
        public boolean covers(Event event) {
            return event.provider().equals("acme") && event.type().equals("greeting");
        }

        @Override
        public Effect effectOf(Event event) {
            return event.content()
                    .text("to")
                    .<Effect>map(to -> claim -> claim.outbox("email.greeting", "{\"eventId\":\"" + event.id() + "\"}"))
                    .orElseGet(() -> Effect.none("nobody to greet"));
        }
    }

    @Test
    void a_new_provider_and_a_new_type_work_at_once() throws Exception {
        String event = unique("acme_");

        assertAnswer(signed("{\"id\":\"%s\",\"type\":\"greeting\",\"to\":\"ada\"}".formatted(event)), 200, "processed");
        assertAnswer(signed("{\"id\":\"%s\",\"type\":\"greeting\",\"to\":\"ada\"}".formatted(event)), 200, "duplicate");
        assertAnswer(signed("{\"id\":\"%s\",\"type\":\"greeting\"}".formatted(unique("acme_"))), 200, "ignored");

        String greetings = value(
                "select count(*) from once.outbox where topic = 'email.greeting' and payload ->> 'eventId' = :value",
                event);
        assertThat(greetings).isEqualTo("1");
    }

    private static Signed signed(String body) {
        byte[] bytes = body.getBytes(UTF_8);
        return new Signed(
                "acme",
                bytes,
                Map.of("Acme-Signature", HmacSha256.of("acme-secret", "", bytes).hex()));
    }
}
