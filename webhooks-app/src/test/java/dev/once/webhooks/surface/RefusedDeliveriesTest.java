package dev.once.webhooks.surface;

import static dev.once.webhooks.Sender.checkout;
import static dev.once.webhooks.Sender.github;
import static dev.once.webhooks.Sender.lemonSqueezy;
import static dev.once.webhooks.Sender.paddle;
import static dev.once.webhooks.Sender.resend;
import static dev.once.webhooks.Sender.shopify;
import static dev.once.webhooks.Sender.slack;
import static dev.once.webhooks.Sender.stripe;
import static org.assertj.core.api.Assertions.assertThat;

import dev.once.webhooks.Sender.Signed;
import dev.once.webhooks.WebhooksTest;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** Nothing unsigned touches the ledger, and nothing unusable is claimed. */
class RefusedDeliveriesTest extends WebhooksTest {

    @Autowired
    MeterRegistry meters;

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
    void what_is_refused_is_counted_for_its_provider_and_no_other_name_is() throws Exception {
        double refused = refused("github");
        sender.deliver(github("{}", "x").header("X-Hub-Signature-256", "sha256=00"));
        sender.deliver(new Signed("github", "{}".getBytes(), Map.of()));
        sender.deliver(new Signed("paypal", "{}".getBytes(), Map.of()));

        assertThat(refused("github")).isEqualTo(refused + 2);
        assertThat(meters.find("once.webhooks.deliveries")
                        .tag("provider", "paypal")
                        .counters())
                .isEmpty();
    }

    private double refused(String provider) {
        return meters
                .find("once.webhooks.deliveries")
                .tag("provider", provider)
                .tag("disposition", "refused")
                .counters()
                .stream()
                .mapToDouble(Counter::count)
                .sum();
    }

    @Test
    void a_signature_that_is_not_right_is_400() throws Exception {
        Signed right = stripe(checkout(unique("evt_"), unique("cs_"), 1));
        String signature = right.headers().get("Stripe-Signature");
        List<Signed> wrong = List.of(
                new Signed("stripe", right.body(), Map.of()),
                right.header("Stripe-Signature", ""),
                right.header("Stripe-Signature", "nonsense"),
                right.header("Stripe-Signature", signature.substring(0, signature.length() - 1)),
                right.header("Stripe-Signature", signature.replace("v1=", "v0=")),
                right.header("Stripe-Signature", "t=abc," + signature.substring(signature.indexOf("v1"))),
                right.header("Stripe-Signature", signature + ",v1"),
                right.header("Stripe-Signature", "t=1,v1=" + "0".repeat(10_000)),
                right.header("Stripe-Signature", stripe("{}").headers().get("Stripe-Signature")),
                right.body(checkout(unique("evt_"), unique("cs_"), 1)),
                stripe(checkout(unique("evt_"), unique("cs_"), 1), Instant.now().minusSeconds(310)),
                stripe(checkout(unique("evt_"), unique("cs_"), 1), Instant.now().plusSeconds(310)),
                github("{}", "x").header("X-Hub-Signature-256", "sha256=00"),
                github("{}", "x").header("X-Hub-Signature-256", "00"),
                lemonSqueezy("{}").header("X-Signature", "00"),
                resend("svix-", "msg_1", "{}").header("svix-id", "msg_2"),
                resend("svix-", "msg_1", "{}").header("svix-timestamp", "1"),
                resend("svix-", "msg_1", "{}").header("svix-signature", "v1,AAAA"),
                shopify("{}").header("X-Shopify-Hmac-Sha256", "AAAA"),
                shopify("{}").body("{} "),
                new Signed("shopify", right.body(), Map.of()),
                paddle("{}").header("Paddle-Signature", "ts=;h1="),
                paddle("{}").header("Paddle-Signature", "h1=" + "0".repeat(64)),
                paddle("{}").body("{} "),
                paddle("{}", Instant.now().minusSeconds(310)),
                paddle("{}", Instant.now().plusSeconds(310)),
                slack("{}").header("X-Slack-Signature", "v0="),
                slack("{}").header("X-Slack-Request-Timestamp", "9".repeat(40)),
                slack("{}").body("{} "),
                slack("{}", Instant.now().minusSeconds(310)),
                slack("{}", Instant.now().plusSeconds(310)),
                new Signed("github", right.body(), right.headers()));
        for (Signed signed : wrong) {
            assertProblem(sender.deliver(signed), 400, "Bad signature");
        }
    }

    @Test
    void signed_but_unusable_is_422() throws Exception {
        for (Signed signed : List.of(
                stripe("not json"),
                stripe(""),
                stripe("[]"),
                stripe("{\"type\":\"x\"}"),
                stripe("{\"id\":\"evt_\\u0000\",\"type\":\"x\"}"),
                stripe("{\"id\":\"evt with space\",\"type\":\"x\"}"),
                stripe("{\"id\":\"%s\",\"type\":\"x\"}".formatted("e".repeat(256))),
                stripe(checkout(unique("evt_"), unique("cs_"), 1).replace("cus_1", "cus\\u0000")),
                stripe(checkout(unique("evt_"), unique("cs_"), 1).replace("cus_1", "cus\\ud800")),
                lemonSqueezy("{\"meta\":{}}"),
                github("payload=%7B%7D", "x"),
                shopify(""),
                shopify("[]"),
                paddle(""),
                paddle("{}"),
                paddle("{\"event_id\":\"evt with space\",\"event_type\":\"x\"}"),
                slack(""),
                slack("{}"),
                slack("{\"type\":\"event_callback\",\"event\":{\"type\":\"x\"}}"),
                slack("payload=%7B%7D"),
                resend("svix-", "msg 1", "{\"type\":\"email.sent\"}"),
                resend("svix-", "msg_1", "{}"))) {
            assertProblem(sender.deliver(signed), 422, "Unusable event");
        }
    }

    @Test
    void more_than_a_mebibyte_is_413_whether_its_length_is_said_or_not() throws Exception {
        byte[] large = new byte[1024 * 1024 + 1];
        assertProblem(sender.deliver(new Signed("stripe", large, Map.of())), 413, "Body too large");
        assertProblem(
                sender.send(HttpRequest.newBuilder(URI.create(sender.base() + "/webhooks/stripe"))
                        .POST(HttpRequest.BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(large)))),
                413,
                "Body too large");
    }

    @Test
    void an_unknown_provider_is_404_and_another_method_405() throws Exception {
        assertProblem(sender.deliver(new Signed("paypal", new byte[0], Map.of())), 404, "Not found");
        assertProblem(
                sender.send(HttpRequest.newBuilder(URI.create(sender.base() + "/webhooks/stripe"))),
                405,
                "Method not allowed");
    }

    private long allClaims() {
        return reads.query("select count(*) from webhooks.processed_events").count();
    }
}
