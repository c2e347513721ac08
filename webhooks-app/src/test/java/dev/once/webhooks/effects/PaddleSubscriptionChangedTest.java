package dev.once.webhooks.effects;

import static dev.once.webhooks.Sender.paddle;
import static org.assertj.core.api.Assertions.assertThat;

import dev.once.webhooks.WebhooksTest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PaddleSubscriptionChangedTest extends WebhooksTest {

    private final String subscription = unique("sub_");

    @Test
    void a_retry_and_a_replay_under_another_notification_change_nothing() throws Exception {
        String event = unique("evt_");

        assertAnswer(
                paddle(told(event, "created", "trialing", "2025-06-01T10:00:00.100000Z", "ntf_1")), 200, "processed");
        assertAnswer(
                paddle(told(event, "created", "trialing", "2025-06-01T10:00:00.100000Z", "ntf_1")), 200, "duplicate");
        assertAnswer(
                paddle(told(event, "created", "trialing", "2025-06-01T10:00:00.100000Z", "ntf_2")), 200, "duplicate");

        assertThat(claims(event)).isEqualTo(1);
        assertThat(state()).isEqualTo("trialing false ctm_1");
    }

    @Test
    void the_later_event_wins_in_any_order_of_arrival() throws Exception {
        Random random = new Random();
        for (int round = 0; round < 5; round++) {
            List<String> life = new ArrayList<>(List.of(
                    told(unique("evt_"), "created", "trialing", "2025-06-01T10:00:00.100000Z", "ntf_1"),
                    told(unique("evt_"), "activated", "active", "2025-06-01T10:00:00.100001Z", "ntf_2"),
                    told(unique("evt_"), "past_due", "past_due", "2025-06-02T10:00:00Z", "ntf_3")));
            Collections.shuffle(life, random);
            for (String body : life) {
                assertAnswer(paddle(body), 200, "processed");
            }
            assertThat(state()).as(life.toString()).isEqualTo("past_due false ctm_1");
        }
    }

    @Test
    void a_cancelled_subscription_stays_cancelled() throws Exception {
        assertAnswer(
                paddle(told(unique("evt_"), "canceled", "canceled", "2025-06-01T10:00:00Z", "ntf_1")),
                200,
                "processed");
        assertAnswer(
                paddle(told(unique("evt_"), "updated", "active", "2025-06-03T10:00:00Z", "ntf_2")), 200, "processed");

        assertThat(state()).isEqualTo("canceled true ctm_1");
    }

    @Test
    void what_says_no_time_cannot_be_ordered_and_is_ignored() throws Exception {
        assertAnswer(paddle(told(unique("evt_"), "updated", "active", "soon", "ntf_1")), 200, "ignored");
        assertAnswer(
                paddle(told(unique("evt_"), "updated", "active", "2025-06-01T10:00:00Z", "ntf_1")
                        .replace("\"status\":\"active\",", "")),
                200,
                "ignored");

        assertThat(count("subscriptions", "subscription_id", subscription)).isZero();
    }

    private String told(String event, String what, String status, String time, String notification) {
        return """
                {"event_id":"%s","event_type":"subscription.%s","occurred_at":"%s","notification_id":"%s",\
                "data":{"id":"%s","status":"%s","customer_id":"ctm_1"}}"""
                .formatted(event, what, time, notification, subscription, status);
    }

    private String state() {
        return value(
                """
                select status || ' ' || deleted || ' ' || customer from webhooks.subscriptions
                where provider = 'paddle' and subscription_id = :value""",
                subscription);
    }
}
