package dev.once.webhooks.provenance;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** An id that nobody sends has to be the same for a redelivery and another for everything else. */
class LemonSqueezyIdTest {

    @Test
    void what_is_created_is_created_once_whatever_its_bytes() {
        assertThat(id("order_created", "orders", "1", "2025-06-01T00:00:00Z", ""))
                .isEqualTo(id("order_created", "orders", "1", "2025-06-02T00:00:00Z", " "));
    }

    @Test
    void another_name_kind_or_object_is_another_event() {
        String one = id("order_created", "orders", "1", "", "");
        assertThat(id("order_created", "orders", "2", "", "")).isNotEqualTo(one);
        assertThat(id("order_created", "order", "s1", "", "")).isNotEqualTo(one);
        assertThat(id("license_key_created", "orders", "1", "", "")).isNotEqualTo(one);
    }

    @Test
    void an_update_is_told_apart_by_its_time_and_in_one_second_by_its_bytes() {
        String one = id("subscription_updated", "subscriptions", "1", "2025-06-01T00:00:00Z", "");
        assertThat(id("subscription_updated", "subscriptions", "1", "2025-06-01T00:00:00Z", ""))
                .isEqualTo(one);
        assertThat(id("subscription_updated", "subscriptions", "1", "2025-06-01T00:00:01Z", ""))
                .isNotEqualTo(one);
        assertThat(id("subscription_updated", "subscriptions", "1", "2025-06-01T00:00:00Z", " "))
                .isNotEqualTo(one);
    }

    @Test
    void a_subscription_can_be_cancelled_twice() {
        assertThat(id("subscription_cancelled", "subscriptions", "1", "2025-06-01T00:00:00Z", ""))
                .isNotEqualTo(id("subscription_cancelled", "subscriptions", "1", "2025-07-01T00:00:00Z", ""));
    }

    private static String id(String name, String type, String object, String updatedAt, String space) {
        String body =
                """
                {"meta":{"event_name":"%s"},%s"data":{"type":"%s","id":"%s","attributes":{"updated_at":"%s"}}}"""
                        .formatted(name, space, type, object, updatedAt);
        return new LemonSqueezy().event(ProviderContract.delivery(body)).id();
    }
}
