package dev.once.webhooks.surface;

import static dev.once.webhooks.Sender.checkout;
import static dev.once.webhooks.Sender.stripe;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.once.faults.CuttingProxy;
import dev.once.localpostgres.Database;
import dev.once.localpostgres.TestPostgres;
import dev.once.webhooks.Sender;
import dev.once.webhooks.WebhooksTest;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** Between the provider and us, and between us and the database, things get lost. */
class BadNetworkTest extends WebhooksTest {

    private static final Database DATABASE = TestPostgres.shared().newDatabase();
    private static final CuttingProxy TO_DATABASE = CuttingProxy.inFrontOf(DATABASE.jdbcUrl());

    @DynamicPropertySource
    static void database(DynamicPropertyRegistry registry) {
        registry.add("spring.datasource.url", () -> TO_DATABASE.through(DATABASE.jdbcUrl()));
        registry.add("spring.datasource.username", DATABASE::username);
        registry.add("spring.datasource.password", DATABASE::password);
    }

    @AfterEach
    void restore() {
        TO_DATABASE.restore();
    }

    @AfterAll
    static void close() {
        TO_DATABASE.close();
    }

    @Test
    void a_lost_200_is_followed_by_a_duplicate_and_one_effect() throws Exception {
        String event = unique("evt_");
        String session = unique("cs_");
        try (CuttingProxy toApp = CuttingProxy.inFrontOf(port)) {
            toApp.swallowNextAnswer();

            assertThatThrownBy(() -> Sender.to(toApp.port()).deliver(stripe(checkout(event, session, 2))))
                    .isInstanceOf(IOException.class);
            assertAnswer(Sender.to(toApp.port()).deliver(stripe(checkout(event, session, 1))), 200, "duplicate");
        }
        assertThat(credits(event)).isEqualTo(1);
    }

    @Test
    void while_the_database_is_away_deliveries_are_503_at_once_and_afterwards_all_is_well() throws Exception {
        String event = unique("evt_");
        String session = unique("cs_");
        TO_DATABASE.refuse();
        TO_DATABASE.cut();

        long began = System.nanoTime();
        HttpResponse<String> answer = sender.deliver(stripe(checkout(event, session, 2)));

        assertProblem(answer, 503, "Service unavailable");
        assertThat(answer.headers().firstValue("Retry-After")).hasValue("1");
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(3));
        assertThat(status("/actuator/health/readiness")).isEqualTo(503);
        assertThat(status("/actuator/health/liveness")).isEqualTo(200);
        assertThat(page().body()).contains("<h1>Service unavailable</h1>");

        TO_DATABASE.restore();
        Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> status("/actuator/health/readiness") == 200);
        assertAnswer(stripe(checkout(event, session, 1)), 200, "processed");
        assertThat(credits(event)).isEqualTo(1);
    }

    @Test
    void a_lost_commit_is_503_and_the_next_delivery_finds_out_how_it_ended() throws Exception {
        String event = unique("evt_");
        String session = unique("cs_");
        TO_DATABASE.swallowAnswerWith("COMMIT");

        assertProblem(sender.deliver(stripe(checkout(event, session, 2))), 503, "Outcome unknown");

        assertAnswer(stripe(checkout(event, session, 1)), 200, "duplicate");
        assertThat(credits(event)).isEqualTo(1);
    }

    private int status(String path) throws Exception {
        return sender.send(HttpRequest.newBuilder(URI.create(sender.base() + path)))
                .statusCode();
    }

    private HttpResponse<String> page() throws Exception {
        return sender.send(
                HttpRequest.newBuilder(URI.create(sender.base() + "/")).header("Accept", "text/html"));
    }
}
