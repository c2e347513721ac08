package dev.once.webhooks.surface;

import static dev.once.webhooks.Sender.slack;
import static org.assertj.core.api.Assertions.assertThat;

import dev.once.webhooks.Sender.Signed;
import dev.once.webhooks.WebhooksTest;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Slack asks whether an address is its app's. It is answered, and it is no event. */
class UrlVerificationTest extends WebhooksTest {

    private static final String QUESTION =
            "{\"token\":\"x\",\"challenge\":\"3eZbrw1aBm2rZgRN\",\"type\":\"url_verification\"}";

    private long before;

    @BeforeEach
    void countClaims() {
        before = allClaims();
    }

    @AfterEach
    void nothingWasClaimed() {
        assertThat(allClaims()).isEqualTo(before);
    }

    @Test
    void it_is_answered_every_time() throws Exception {
        for (int i = 0; i < 2; i++) {
            HttpResponse<String> answer = sender.deliver(slack(QUESTION));
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.headers().firstValue("Content-Type").orElse("")).startsWith("application/json");
            assertThat(answer.body()).isEqualTo("{\"challenge\":\"3eZbrw1aBm2rZgRN\"}");
        }
    }

    @Test
    void without_a_right_and_fresh_signature_it_is_not() throws Exception {
        assertProblem(sender.deliver(new Signed("slack", slack(QUESTION).body(), Map.of())), 400, "Bad signature");
        assertProblem(sender.deliver(slack("{}").body(QUESTION)), 400, "Bad signature");
        assertProblem(sender.deliver(slack(QUESTION, Instant.now().minusSeconds(310))), 400, "Bad signature");
        assertProblem(sender.deliver(slack(QUESTION, Instant.now().plusSeconds(310))), 400, "Bad signature");
    }

    @Test
    void a_question_without_a_challenge_is_unusable() throws Exception {
        for (String body : new String[] {
            "{\"type\":\"url_verification\"}",
            "{\"type\":\"url_verification\",\"challenge\":[]}",
            "{\"type\":\"url_verification\",\"challenge\":\"%s\"}".formatted("x".repeat(600))
        }) {
            assertProblem(sender.deliver(slack(body)), 422, "Unusable event");
        }
    }

    private long allClaims() {
        return reads.query("select count(*) from webhooks.processed_events").count();
    }
}
