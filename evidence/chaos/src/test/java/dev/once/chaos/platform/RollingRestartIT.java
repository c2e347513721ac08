package dev.once.chaos.platform;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A polite stop: whoever was being served is still served, and what was acknowledged is there. With faults beside it, see MayhemIT. */
class RollingRestartIT {

    @Test
    @Tag("chaos")
    void under_load_nothing_acknowledged_is_lost_and_nobody_hears_of_an_error() throws Exception {
        Platform platform = Platform.shared();
        platform.heal();
        try (Traffic traffic = new Traffic(platform, "rolling").start()) {
            for (int number = 0; number < 2; number++) {
                int turn = number;
                CompletableFuture.allOf(Stream.of(App.values())
                                .map(app -> platform.of(app).get(turn))
                                .map(instance ->
                                        CompletableFuture.runAsync(() -> restartPolitely(instance), Mayhem::inThread))
                                .toArray(CompletableFuture[]::new))
                        .get(5, TimeUnit.MINUTES);
            }
            traffic.judge("rolling restart");
            assertThat(traffic.statuses())
                    .as("a yes, 'still running', 'come back', or silence where nobody listens")
                    .isSubsetOf(0, 200, 201, 202, 302, 303, 409, 503);
        }
    }

    private static void restartPolitely(Instance instance) {
        assertThat(instance.process().stop(Duration.ofSeconds(60)))
                .as("exit code of %s after SIGTERM", instance)
                .isEqualTo(143);
        instance.restart();
    }

    @Test
    void a_delivery_in_flight_is_answered_before_the_app_ends() throws Exception {
        Platform platform = Platform.shared();
        String event = "evt_in_flight_" + Instant.now().toEpochMilli();
        assertAnswered(
                platform.of(App.WEBHOOKS).get(0),
                "webhooks.processed_events",
                new Signing(platform.secrets())
                        .stripe(Signing.checkout(event, event, 0), Instant.now())
                        .to(platform.of(App.WEBHOOKS).get(0).directAddress()));
    }

    @Test
    void a_request_in_flight_is_answered_before_the_app_ends() throws Exception {
        Platform platform = Platform.shared();
        String key = "in-flight-" + Instant.now().toEpochMilli();
        assertAnswered(
                platform.of(App.API).get(0),
                "api.idempotency_keys",
                Web.post(
                                platform.of(App.API).get(0).directAddress() + "/api/invoices",
                                "application/json",
                                Senders.Programs.invoice(key))
                        .header("Authorization", "Bearer " + platform.secrets().acme())
                        .header("Idempotency-Key", key));
    }

    private static void assertAnswered(Instance instance, String ledger, HttpRequest.Builder request) throws Exception {
        Platform platform = Platform.shared();
        platform.heal();
        CompletableFuture<Integer> answer;
        CompletableFuture<Integer> exit;
        try (Connection holding = platform.connect()) {
            holding.setAutoCommit(false);
            holding.createStatement().execute("lock table " + ledger + " in share mode");
            answer = CompletableFuture.supplyAsync(() -> status(request));
            Waiting.until("the claim waits", Duration.ofSeconds(20), () -> {
                try (Sql sql = new Sql(platform.connect())) {
                    return sql.count(
                                    "select count(*) from pg_locks where not granted and relation = ?::regclass",
                                    ledger)
                            > 0;
                }
            });
            exit = CompletableFuture.supplyAsync(() -> instance.process().stop(Duration.ofSeconds(60)));
            instance.process().awaitLine("graceful shutdown", Duration.ofSeconds(20));
        }
        assertThat(answer.get(30, TimeUnit.SECONDS)).isIn(200, 201, 503);
        assertThat(exit.get(60, TimeUnit.SECONDS)).as("exit code after SIGTERM").isEqualTo(143);
        instance.restart();
    }

    private static int status(HttpRequest.Builder request) {
        try {
            return Web.send(request).statusCode();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
