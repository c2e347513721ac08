package dev.once.webhooks.surface;

import static org.assertj.core.api.Assertions.assertThat;

import dev.once.webhooks.Sender;
import dev.once.webhooks.Sender.Signed;
import dev.once.webhooks.WebhooksTest;
import dev.once.webhooks.provenance.Mutations;
import java.net.http.HttpResponse;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Rightly signed, with a field missing or of the wrong kind: recorded or refused, and never an error of ours. */
class WrongKindsTest extends WebhooksTest {

    static Stream<Arguments> events() {
        return Stream.of(
                event("stripe", Sender::stripe, Sender.checkout("evt_w", "cs_w", 1)),
                event(
                        "stripe's subscription",
                        Sender::stripe,
                        """
                        {"id":"evt_w2","type":"customer.subscription.updated","created":1750000000,\
                        "data":{"object":{"id":"sub_w","customer":"cus_w","status":"active"}}}"""),
                event(
                        "github",
                        body -> Sender.github(body, "w"),
                        """
                        {"action":"created","sponsorship":{"node_id":"S_w","sponsor":{"login":"linus","email":"x"},\
                        "tier":{"monthly_price_in_cents":500}},"installation":{"id":1}}"""),
                event(
                        "lemonsqueezy",
                        Sender::lemonSqueezy,
                        """
                        {"meta":{"event_name":"order_created","webhook_id":"w"},"data":{"type":"orders","id":"w","attributes":\
                        {"store_id":1,"customer_id":7,"user_email":"w@example.test","total":1900,"currency":"USD",\
                        "updated_at":"2025-06-01T00:00:00Z"}}}"""),
                event(
                        "resend",
                        body -> Sender.resend("svix-", unique("msg_"), body),
                        """
                        {"type":"email.bounced","created_at":"2025-06-15T12:00:00Z","data":{"email_id":"em_w",\
                        "to":["w@example.test"]}}"""),
                event(
                        "shopify",
                        Sender::shopify,
                        """
                        {"admin_graphql_api_id":"gid://shopify/Order/7","financial_status":"paid","test":false,\
                        "email":"w@example.test","customer":{"id":7},"total_price":"19.90","currency":"USD",\
                        "updated_at":"2025-06-15T12:00:00-04:00"}"""),
                event(
                        "paddle",
                        Sender::paddle,
                        """
                        {"event_id":"evt_w","event_type":"subscription.created","occurred_at":"2025-06-15T12:00:00Z",\
                        "notification_id":"ntf_w","data":{"id":"sub_w","status":"active","customer_id":"ctm_w"}}"""),
                event(
                        "slack",
                        Sender::slack,
                        """
                        {"type":"event_callback","event_id":"Ev_w","event_time":1750000000,"team_id":"T_w",\
                        "event":{"type":"app_uninstalled","channel":"C_w"}}"""));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("events")
    void a_field_that_is_missing_or_wrong_is_no_error_of_ours(
            String name, Function<String, Signed> signing, String body) throws Exception {
        for (String mutated : Mutations.of(body)) {
            HttpResponse<String> answer = sender.deliver(signing.apply(mutated));
            assertThat(answer.statusCode()).as("%s: %s", mutated, answer.body()).isIn(200, 422);
            if (answer.statusCode() == 422) {
                assertProblem(answer, 422, "Unusable event");
            }
        }
    }

    private static Arguments event(String name, Function<String, Signed> signing, String body) {
        return Arguments.of(name, signing, body);
    }
}
