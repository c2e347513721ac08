package dev.once.webhooks;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.standardwebhooks.Webhook;
import dev.once.webhooks.Sender.Signed;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.test.context.TestPropertySource;

/** A sender of Standard Webhooks needs settings and no code. */
@TestPropertySource(
        properties = {
            "once.webhooks.clerk.scheme=standard-webhooks",
            "once.webhooks.clerk.secrets=whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
            "once.webhooks.polar.scheme=standard-webhooks",
            "once.webhooks.polar.secrets=whsec_c2VjcmV0LW9mLXBvbGFyLTAxMjM0NQ=="
        })
class StandardSenderTest extends WebhooksTest {

    private static final String CLERK = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    private static final String BODY = "{\"type\":\"user.created\",\"data\":{\"id\":\"user_1\"}}";

    @Test
    void what_it_sends_is_recorded_once() throws Exception {
        String id = unique("msg_");

        assertAnswer(signed("clerk", id, BODY, CLERK, Instant.now()), 200, "ignored");
        assertAnswer(signed("clerk", id, BODY, CLERK, Instant.now().minusSeconds(60)), 200, "duplicate");

        String recorded = value(
                """
                select provider || ' ' || event_type || ' ' || object_id from webhooks.processed_events
                where event_id = :value""",
                id);
        assertThat(recorded).isEqualTo("clerk user.created user_1");
    }

    @Test
    void what_another_sender_signed_or_what_is_stale_or_renamed_is_refused() throws Exception {
        String id = unique("msg_");
        Signed right = signed("clerk", id, BODY, CLERK, Instant.now());

        assertProblem(sender.deliver(new Signed("polar", right.body(), right.headers())), 400, "Bad signature");
        assertProblem(sender.deliver(right.header("webhook-id", unique("msg_"))), 400, "Bad signature");
        assertProblem(sender.deliver(right.body(BODY + " ")), 400, "Bad signature");
        assertProblem(
                sender.deliver(signed("clerk", id, BODY, CLERK, Instant.now().minusSeconds(310))),
                400,
                "Bad signature");
        assertThat(claims(id)).isZero();
    }

    /** Signed by the Standard Webhooks library. */
    private static Signed signed(String sender, String id, String body, String secret, Instant when) throws Exception {
        long time = when.getEpochSecond();
        return new Signed(
                sender,
                body.getBytes(UTF_8),
                Map.of(
                        "webhook-id",
                        id,
                        "webhook-timestamp",
                        Long.toString(time),
                        "webhook-signature",
                        new Webhook(secret).sign(id, time, body)));
    }
}
