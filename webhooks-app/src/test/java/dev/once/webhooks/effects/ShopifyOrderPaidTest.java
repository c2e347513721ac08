package dev.once.webhooks.effects;

import static dev.once.webhooks.Sender.shopify;
import static org.assertj.core.api.Assertions.assertThat;

import dev.once.faults.Hammer;
import dev.once.webhooks.Sender.Signed;
import dev.once.webhooks.WebhooksTest;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;

class ShopifyOrderPaidTest extends WebhooksTest {

    private final String order =
            Long.toString(ThreadLocalRandom.current().nextLong(1_000_000_000_000L, 9_000_000_000_000L));

    @Test
    void an_order_is_credited_once_however_often_and_under_whatever_id_it_is_delivered() throws Exception {
        Signed captured = shopify(order("paid", "403.05", "USD"));

        assertAnswer(captured.header("X-Shopify-Webhook-Id", "first"), 200, "processed");
        assertAnswer(captured.header("X-Shopify-Webhook-Id", "second"), 200, "duplicate");
        assertAnswer(captured.header("X-Shopify-Event-Id", "another"), 200, "duplicate");
        assertAnswer(captured.header("X-Shopify-Topic", "orders/updated"), 200, "duplicate");
        assertAnswer(captured.header("X-Shopify-Shop-Domain", "else.myshopify.com"), 200, "duplicate");

        assertThat(credit()).isEqualTo("115310627 40305 usd");
    }

    @Test
    void one_of_twenty_five_racing_deliveries_adds_the_credit() {
        Signed signed = shopify(order("paid", "10.00", "EUR"));

        Hammer.of(25)
                .strike(i -> sender.deliver(signed.header("X-Shopify-Webhook-Id", "copy-" + i)))
                .answersOfAll();

        assertThat(credits()).isEqualTo(1);
    }

    @Test
    void two_events_that_tell_of_the_same_payment_add_one_credit() throws Exception {
        assertAnswer(shopify(order("paid", "10.00", "EUR")), 200, "processed");
        assertAnswer(
                shopify(order("paid", "10.00", "EUR").replace("\"test\":false", "\"test\":false,\"note\":\"x\"")),
                200,
                "processed");

        assertThat(credits()).isEqualTo(1);
    }

    @Test
    void a_topic_that_nobody_signed_does_not_make_an_order_a_paid_one() throws Exception {
        assertAnswer(
                shopify(order("pending", "10.00", "EUR")).header("X-Shopify-Topic", "orders/paid"), 200, "ignored");
        assertAnswer(
                shopify(order("paid", "10.00", "EUR").replace("gid://shopify/Order/", ""))
                        .header("X-Shopify-Topic", "order.paid"),
                200,
                "ignored");

        assertThat(credits()).isZero();
    }

    @Test
    void a_test_order_is_worth_nothing() throws Exception {
        assertAnswer(shopify(order("paid", "10.00", "EUR").replace("\"test\":false", "\"test\":true")), 200, "ignored");

        assertThat(credits()).isZero();
    }

    @Test
    void a_price_is_counted_in_the_currencys_smallest_unit() throws Exception {
        assertAnswer(shopify(order("paid", "1990.00", "JPY")), 200, "processed");

        assertThat(credit()).isEqualTo("115310627 1990 jpy");
    }

    @Test
    void a_price_that_is_none_is_ignored() throws Exception {
        for (String price : List.of("-1.00", "1e9", "1.005", "9999999999999", "many", "", "0.00")) {
            assertAnswer(shopify(order("paid", price, "USD")), 200, "ignored");
        }
        assertAnswer(shopify(order("paid", "1.00", "XAU")), 200, "ignored");
        assertAnswer(shopify(order("paid", "1.00", "nothing")), 200, "ignored");

        assertThat(credits()).isZero();
    }

    private String order(String status, String price, String currency) {
        return """
                {"id":%1$s,"admin_graphql_api_id":"gid://shopify/Order/%1$s","financial_status":"%2$s","test":false,\
                "email":"x@example.test","customer":{"id":115310627},"total_price":"%3$s","currency":"%4$s"}"""
                .formatted(order, status, price, currency);
    }

    private long credits() {
        return count("credit_entries", "object_id", order);
    }

    private String credit() {
        return value(
                """
                select customer || ' ' || amount_cents || ' ' || currency from webhooks.credit_entries
                where provider = 'shopify' and object_id = :value""",
                order);
    }
}
