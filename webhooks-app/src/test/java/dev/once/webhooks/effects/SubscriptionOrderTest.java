package dev.once.webhooks.effects;

import static dev.once.webhooks.Sender.lemonSqueezy;
import static dev.once.webhooks.Sender.stripe;
import static org.assertj.core.api.Assertions.assertThat;

import dev.once.faults.Hammer;
import dev.once.webhooks.Sender.Signed;
import dev.once.webhooks.WebhooksTest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Whatever the order of arrival, the same final row. */
class SubscriptionOrderTest extends WebhooksTest {

    private record Told(String id, String type, String status, long second) {}

    /** Two of them in one second, and one that comes after the end. */
    private static final List<Told> LIFE = List.of(
            new Told("a", "created", "incomplete", 1000),
            new Told("b", "updated", "active", 1000),
            new Told("c", "updated", "past_due", 1500),
            new Told("d", "updated", "active", 1500));

    @Test
    void every_order_of_events_ends_in_the_same_row() throws Exception {
        Set<String> rows = new LinkedHashSet<>();
        for (List<Told> order : permutations(LIFE)) {
            rows.add(rowAfter(order));
        }
        assertThat(rows).containsExactly("active false 1500 d");
    }

    @Test
    void a_deletion_is_final_whenever_it_arrives() throws Exception {
        List<Told> life = new ArrayList<>(LIFE.subList(1, 4));
        life.add(new Told("e", "deleted", "canceled", 1400));
        Set<String> rows = new LinkedHashSet<>();
        for (List<Told> order : permutations(life)) {
            rows.add(rowAfter(order));
        }
        assertThat(rows).containsExactly("canceled true 1400 e");
    }

    @Test
    void shuffled_and_at_once_with_duplicates_they_still_end_in_the_same_row() {
        Random random = new Random();
        for (int round = 0; round < 5; round++) {
            String subscription = unique("sub_");
            List<Told> deliveries = new ArrayList<>(LIFE);
            deliveries.addAll(LIFE);
            Collections.shuffle(deliveries, random);
            Hammer.of(deliveries.size())
                    .strike(i -> sender.deliver(stripe(event(subscription, deliveries.get(i)))))
                    .answersOfAll();
            assertThat(row(subscription)).isEqualTo("active false 1500 d");
        }
    }

    @Test
    void lemon_squeezys_updates_are_ordered_by_their_own_time() throws Exception {
        String subscription = unique("");
        assertAnswer(updated(subscription, "2025-06-01T10:00:05.000000Z", "active"), 200, "processed");
        assertAnswer(updated(subscription, "2025-06-01T10:00:04.000000Z", "past_due"), 200, "processed");
        assertAnswer(updated(subscription, "2025-06-01T10:00:05.000000Z", "active"), 200, "duplicate");

        String status = value("select status from webhooks.subscriptions where subscription_id = :value", subscription);
        assertThat(status).isEqualTo("active");
    }

    private static Signed updated(String subscription, String time, String status) {
        return lemonSqueezy(
                """
                {"meta":{"event_name":"subscription_updated"},"data":{"type":"subscriptions","id":"%s",\
                "attributes":{"customer_id":1,"status":"%s","updated_at":"%s"}}}"""
                        .formatted(subscription, status, time));
    }

    private String rowAfter(List<Told> order) throws Exception {
        String subscription = unique("sub_");
        for (Told told : order) {
            assertAnswer(stripe(event(subscription, told)), 200, "processed");
        }
        assertAnswer(stripe(event(subscription, order.get(0))), 200, "duplicate");
        return row(subscription);
    }

    private String row(String subscription) {
        return value(
                """
                select status || ' ' || deleted || ' ' || extract(epoch from occurred_at)::bigint || ' ' || right(event_id, 1)
                from webhooks.subscriptions where provider = 'stripe' and subscription_id = :value""",
                subscription);
    }

    private static String event(String subscription, Told told) {
        return """
                {"id":"evt_%1$s_%2$s","type":"customer.subscription.%3$s","created":%5$d,\
                "data":{"object":{"id":"%1$s","customer":"cus_1","status":"%4$s"}}}"""
                .formatted(subscription, told.id(), told.type(), told.status(), told.second());
    }

    private static <T> List<List<T>> permutations(List<T> of) {
        if (of.isEmpty()) {
            return List.of(List.of());
        }
        List<List<T>> all = new ArrayList<>();
        for (T first : of) {
            List<T> rest = new ArrayList<>(of);
            rest.remove(first);
            for (List<T> tail : permutations(rest)) {
                List<T> one = new ArrayList<>(List.of(first));
                one.addAll(tail);
                all.add(one);
            }
        }
        return all;
    }
}
