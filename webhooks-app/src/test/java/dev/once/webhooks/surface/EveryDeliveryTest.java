package dev.once.webhooks.surface;

import static dev.once.webhooks.Sender.checkout;
import static dev.once.webhooks.Sender.github;
import static dev.once.webhooks.Sender.lemonSqueezy;
import static dev.once.webhooks.Sender.resend;
import static dev.once.webhooks.Sender.stripe;
import static org.assertj.core.api.Assertions.assertThat;

import dev.once.core.protocol.ProtocolStep;
import dev.once.faults.Blows;
import dev.once.faults.Hammer;
import dev.once.faults.ParkingObserver;
import dev.once.webhooks.Sender.Signed;
import dev.once.webhooks.WebhooksTest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class EveryDeliveryTest extends WebhooksTest {

    @RepeatedTest(10)
    void twenty_five_deliveries_at_once_add_one_credit() {
        String event = unique("evt_");
        String session = unique("cs_");

        Blows<HttpResponse<String>> blows =
                Hammer.of(25).strike(i -> sender.deliver(stripe(checkout(event, session, i))));

        assertThat(blows.answersOfAll())
                .allSatisfy(answer -> assertThat(answer.statusCode()).isEqualTo(200));
        assertThat(blows.count(answer -> answer.body().contains("processed"))).isEqualTo(1);
        assertThat(blows.count(answer -> answer.body().contains("duplicate"))).isEqualTo(24);
        assertThat(credits(event)).isEqualTo(1);
        assertThat(claims(event)).isEqualTo(1);
        assertThat(welcomes(event)).isEqualTo(1);
    }

    @Test
    void a_second_delivery_changes_nothing_even_if_its_bytes_differ() throws Exception {
        String event = unique("evt_");

        assertAnswer(stripe(checkout(event, unique("cs_"), 2)), 200, "processed");
        assertAnswer(stripe(checkout(event, unique("cs_"), 1)), 200, "duplicate");

        assertThat(credits(event)).isEqualTo(1);
    }

    @Test
    void two_events_for_one_fact_add_one_credit_and_one_welcome() throws Exception {
        String session = unique("cs_");
        String first = unique("evt_");
        String second = unique("evt_");

        assertAnswer(stripe(checkout(first, session, 1)), 200, "processed");
        assertAnswer(
                stripe(checkout(second, session, 1).replace(".completed", ".async_payment_succeeded")),
                200,
                "processed");

        assertThat(count("credit_entries", "object_id", session)).isEqualTo(1);
        assertThat(welcomes(first) + welcomes(second)).isEqualTo(1);
        assertThat(claims(second)).isEqualTo(1);
    }

    @Test
    void the_same_id_from_two_providers_is_two_events() throws Exception {
        String id = unique("evt_");
        String address = unique("somebody") + "@example.test";

        assertAnswer(stripe(checkout(id, unique("cs_"), 1)), 200, "processed");
        assertAnswer(resend("svix-", id, bounced(address)), 200, "processed");

        assertThat(credits(id)).isEqualTo(1);
        assertThat(count("suppressed_addresses", "address", address.toLowerCase()))
                .isEqualTo(1);
        assertThat(claims(id)).isEqualTo(2);
    }

    @Test
    void a_captured_github_body_under_a_new_delivery_id_has_no_second_effect() throws Exception {
        String sponsorship = unique("S_");
        String body = sponsorship(sponsorship, 500);

        assertAnswer(github(body, unique("a")), 200, "processed");
        assertAnswer(github(body, unique("b")), 200, "duplicate");
        assertAnswer(github(body, unique("c")).header("X-GitHub-Event", "push"), 200, "duplicate");

        assertThat(count("credit_entries", "object_id", sponsorship)).isEqualTo(1);
    }

    @Test
    void an_unsigned_header_cannot_turn_an_effect_off() throws Exception {
        String sponsorship = unique("S_");

        assertAnswer(
                github(sponsorship(sponsorship, 500), unique("a")).header("X-GitHub-Event", "ping"), 200, "processed");

        assertThat(count("credit_entries", "object_id", sponsorship)).isEqualTo(1);
    }

    @Test
    void resend_is_understood_under_both_names_of_its_headers() throws Exception {
        String id = unique("msg_");
        String address = unique("somebody") + "@example.test";

        assertAnswer(resend("webhook-", id, bounced(address)), 200, "processed");
        assertAnswer(resend("svix-", id, bounced(address)), 200, "duplicate");
    }

    @Test
    void a_lemon_squeezy_order_is_credited_once() throws Exception {
        String order = unique("");
        String body =
                """
                {"meta":{"event_name":"order_created"},"data":{"type":"orders","id":"%s","attributes":\
                {"customer_id":12,"user_email":"x@example.test","total":1900,"currency":"USD"}}}"""
                        .formatted(order);

        assertAnswer(lemonSqueezy(body), 200, "processed");
        assertAnswer(lemonSqueezy(body.replace("\"total\":1900", "\"total\": 1900")), 200, "duplicate");

        String credit = value(
                """
                select customer || ' ' || amount_cents || ' ' || currency from webhooks.credit_entries
                where provider = 'lemonsqueezy' and object_id = :value""",
                order);
        assertThat(credit).isEqualTo("12 1900 usd");
    }

    @Test
    void a_type_without_an_effect_is_recorded_and_ignored() throws Exception {
        String event = unique("evt_");
        Signed signed = stripe("{\"id\":\"%s\",\"type\":\"invoice.finalized\"}".formatted(event));

        assertAnswer(signed, 200, "ignored");
        assertAnswer(signed, 200, "duplicate");

        assertThat(ignoredBecause(event)).isEqualTo("no effect is known for this type");
    }

    @Test
    void what_is_missing_for_a_credit_is_recorded_as_the_reason() throws Exception {
        assertIgnored("\"customer\":\"cus_1\",", "", "no customer");
        assertIgnored("\"amount_total\":4200,", "", "no amount");
        assertIgnored("4200", "\"many\"", "no amount");
        assertIgnored("4200", "42.5", "no amount");
        assertIgnored("4200", "99999999999999999999", "no amount");
        assertIgnored("4200", "0", "nothing to credit");
        assertIgnored("4200", "-1", "nothing to credit");
        assertIgnored("\"currency\":\"eur\"", "\"payment_status\":\"unpaid\"", "not paid yet");
        assertIgnored(",\"currency\":\"eur\"", "", "no currency");
        assertIgnored("\"eur\"", "\"euros\"", "no currency");
    }

    @Test
    void what_a_provider_accepts_changes_nothing_about_what_is_committed() throws Exception {
        String event = unique("evt_");
        Signed signed = stripe(checkout(event, unique("cs_"), 1)).header("Accept", "image/png");
        assertAnswer(signed, 200, "processed");
        assertAnswer(signed, 200, "duplicate");
    }

    @Test
    void a_slow_handler_meets_its_redelivery_and_both_are_told_the_truth() throws Exception {
        String event = unique("evt_");
        String session = unique("cs_");
        ParkingObserver.Spot slow = parking.parkAt(ProtocolStep.WORKED);
        CompletableFuture<HttpResponse<String>> first = inBackground(stripe(checkout(event, session, 2)));
        slow.awaitParked();

        HttpResponse<String> tooEarly = sender.deliver(stripe(checkout(event, session, 1)));
        assertProblem(tooEarly, 503, "Still running");
        assertThat(tooEarly.headers().firstValue("Retry-After")).hasValue("2");

        slow.release();
        assertAnswer(first.get(10, TimeUnit.SECONDS), 200, "processed");
        assertAnswer(stripe(checkout(event, session, 0)), 200, "duplicate");
        assertThat(credits(event)).isEqualTo(1);
    }

    @Test
    void a_handler_that_fails_the_first_time_heals_on_redelivery() throws Exception {
        String event = unique("evt_");
        String session = unique("cs_");
        parking.failAt(ProtocolStep.WORKED, attempt -> true, () -> new IllegalStateException("a bug"));

        assertProblem(sender.deliver(stripe(checkout(event, session, 2))), 500, "Internal server error");
        assertThat(claims(event)).isZero();
        assertThat(credits(event)).isZero();
        assertThat(welcomes(event)).isZero();

        assertAnswer(stripe(checkout(event, session, 1)), 200, "processed");
        assertThat(credits(event)).isEqualTo(1);
    }

    @Test
    void a_waiting_redelivery_does_the_work_when_the_first_one_fails() throws Exception {
        String event = unique("evt_");
        String session = unique("cs_");
        ParkingObserver.Spot first = parking.parkAt(ProtocolStep.CLAIMED);
        parking.failAt(ProtocolStep.WORKED, attempt -> true, () -> new IllegalStateException("a bug"));
        CompletableFuture<HttpResponse<String>> failing = inBackground(stripe(checkout(event, session, 2)));
        first.awaitParked();
        CompletableFuture<HttpResponse<String>> waiting = inBackground(stripe(checkout(event, session, 1)));

        first.release();

        assertProblem(failing.get(10, TimeUnit.SECONDS), 500, "Internal server error");
        assertAnswer(waiting.get(10, TimeUnit.SECONDS), 200, "processed");
        assertThat(credits(event)).isEqualTo(1);
    }

    private void assertIgnored(String part, String instead, String reason) throws Exception {
        String event = unique("evt_");
        assertAnswer(
                stripe(checkout(event, unique("cs_"), 1).replace(part, instead).replace(",}", "}")), 200, "ignored");
        assertThat(ignoredBecause(event)).isEqualTo(reason);
        assertThat(credits(event)).isZero();
        assertThat(welcomes(event)).isZero();
    }

    private String ignoredBecause(String event) {
        return value("select ignored_because from webhooks.processed_events where event_id = :value", event);
    }

    private CompletableFuture<HttpResponse<String>> inBackground(Signed signed) {
        return CompletableFuture.supplyAsync(() -> {
                    try {
                        return sender.deliver(signed);
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                })
                .orTimeout(Duration.ofSeconds(20).toMillis(), TimeUnit.MILLISECONDS);
    }

    private static String sponsorship(String node, int cents) {
        return """
                {"action":"created","sponsorship":{"node_id":"%s","sponsor":{"login":"linus"},\
                "tier":{"monthly_price_in_cents":%d}}}"""
                .formatted(node, cents);
    }

    private static String bounced(String address) {
        return "{\"type\":\"email.bounced\",\"created_at\":\"2025-06-01T00:00:00Z\",\"data\":{\"to\":[\"%s\"]}}"
                .formatted(address);
    }
}
