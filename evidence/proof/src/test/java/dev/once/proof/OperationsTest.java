package dev.once.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.once.faults.Hammer;
import dev.once.localpostgres.EmbeddedServer;
import dev.once.localpostgres.TestPostgres;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.web.servlet.context.ServletWebServerApplicationContext;

/** What an operator sees and may do, on a running application; and what its callers see when the database is away. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ExtendWith(OutputCaptureExtension.class)
class OperationsTest {

    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();
    private EmbeddedServer server;
    private Lab lab;
    private ServletWebServerApplicationContext app;

    @BeforeAll
    void start() {
        server = TestPostgres.ownServer();
        lab = Lab.open(server.newDatabase());
        app = (ServletWebServerApplicationContext) new SpringApplicationBuilder(PayApplication.class)
                .profiles("demo")
                .properties(Map.of(
                        "server.port",
                        "0",
                        "once.fence",
                        "enforce",
                        "spring.datasource.url",
                        lab.database.jdbcUrl(),
                        "spring.datasource.username",
                        lab.database.username(),
                        "spring.datasource.password",
                        lab.database.password(),
                        "once.retention.check-every",
                        "200ms",
                        "logging.level.dev.once.core",
                        "INFO"))
                .run();
    }

    @AfterAll
    void stop() {
        app.close();
        lab.close();
        server.close();
    }

    @Test
    void every_metric_is_scraped_and_none_has_a_key_in_a_tag() {
        pay("metric-key", "10");
        pay("metric-key", "10");
        pay("metric-key", "99");
        lab.run("insert into once.outbox (id, topic, payload) values (once.uuidv7(), 'elsewhere', '{}')");
        lab.run(
                "insert into once.outbox (id, topic, payload, parked_at) values (once.uuidv7(), 'elsewhere', '{}', now())");
        app.getBean(dev.once.core.retention.Retention.class).sweep();

        // The outbox is counted every other second.
        await().until(() -> get("/actuator/prometheus").body().matches("(?s).*once_outbox_parked [1-9].*"));
        String scrape = get("/actuator/prometheus").body();

        assertThat(scrape)
                .containsPattern("once_claims_total\\{disposition=\"claimed\",surface=\"answers\"\\} [1-9]")
                .containsPattern("once_claims_total\\{disposition=\"replayed\",surface=\"answers\"\\} [1-9]")
                .containsPattern("once_claims_total\\{disposition=\"key_reused\",surface=\"answers\"\\} [1-9]")
                .contains("once_claims_total{disposition=\"in_flight\",surface=\"answers\"}")
                .contains("once_claims_total{disposition=\"failed\",surface=\"answers\"}")
                .containsPattern("once_claim_wait_seconds_count\\{surface=\"answers\"\\} [1-9]")
                .containsPattern("once_work_seconds_count\\{surface=\"answers\"\\} [1-9]")
                .contains("once_shield_waiters{surface=\"answers\"} 0.0")
                .contains("once_pool_share{surface=\"answers\"} 0.0")
                .containsPattern("once_outbox_backlog [1-9]")
                .containsPattern("once_outbox_unhandled [1-9]")
                .containsPattern("once_outbox_parked [1-9]")
                .contains("once_outbox_oldest_seconds")
                .contains("once_sweep_deleted_total{ledger=\"answers\"}")
                .contains("once_sweep_deleted_total{ledger=\"once.outbox\"}")
                .contains("once_duplicate_effects{table=\"lab.effects\"}")
                .contains("once_duplicate_effects_check_age_seconds{table=\"lab.effects\"}")
                .doesNotContain("metric-key")
                .doesNotContain("acme");
    }

    @Test
    void a_duplicate_effect_is_counted_and_shouted_about(CapturedOutput output) {
        lab.run("insert into lab.effects (scope, idempotency_key) values ('acme', 'twice'), ('acme', 'twice')");
        try {
            checkNow();
            await().atMost(Duration.ofSeconds(10)).until(() -> get("/actuator/prometheus")
                    .body()
                    .contains("once_duplicate_effects{table=\"lab.effects\"} 1.0"));
            assertThat(output).contains("1 duplicate effects in lab.effects");
        } finally {
            lab.run("delete from lab.effects where idempotency_key = 'twice'");
        }
        checkNow();
        await().atMost(Duration.ofSeconds(10)).until(() -> get("/actuator/prometheus")
                .body()
                .contains("once_duplicate_effects{table=\"lab.effects\"} 0.0"));
    }

    /** Its turn would come in an hour. */
    private void checkNow() {
        lab.run("update once.effects set check_started_at = null");
    }

    @Test
    void an_operator_looks_a_key_up_without_seeing_what_was_answered() {
        pay("looked-up", "10");

        assertThat(get("/actuator/once").body())
                .contains("\"ledger\":\"answers\"", "\"keepFor\":\"PT720H\"", "\"claims\":");
        HttpResponse<String> claim = get("/actuator/once/answers?scope=acme&key=looked-up");
        assertThat(claim.statusCode()).isEqualTo(200);
        assertThat(claim.body())
                .contains("\"idempotency_key\":\"looked-up\"", "created_at")
                .doesNotContain("done looked-up");
        assertThat(get("/actuator/once/answers?scope=acme&key=never").statusCode())
                .isEqualTo(404);
        assertThat(get("/actuator/once/answers?scope=globex&key=looked-up").statusCode())
                .isEqualTo(404);
        assertThat(get("/actuator/once/nowhere?scope=acme&key=k").statusCode()).isEqualTo(404);
        assertThat(get("/actuator/once/answers?scope=acme&key=" + "x".repeat(300))
                        .statusCode())
                .isEqualTo(400);
        assertThat(get("/actuator/once/answers").statusCode()).isEqualTo(400);
    }

    @Test
    void an_operator_retries_and_discards_parked_messages(CapturedOutput output) {
        UUID retried = UUID.randomUUID();
        UUID discarded = UUID.randomUUID();
        lab.run(
                "insert into once.outbox (id, topic, payload, parked_at) values ('%s', 'parked', '{}', now()), ('%s', 'parked', '{}', now())"
                        .formatted(retried, discarded));

        assertThat(get("/actuator/once").body()).contains(retried.toString());
        assertThat(post("/actuator/once/retry", "{\"id\": \"" + retried + "\"}").statusCode())
                .isEqualTo(200);
        assertThat(post("/actuator/once/discard", "{\"id\": \"" + discarded + "\"}")
                        .statusCode())
                .isEqualTo(200);
        assertThat(post("/actuator/once/discard", "{\"id\": \"" + discarded + "\"}")
                        .statusCode())
                .isEqualTo(404);
        assertThat(post("/actuator/once/explode", "{\"id\": \"" + retried + "\"}")
                        .statusCode())
                .isEqualTo(404);

        assertThat(lab.number(
                        "select count(*) from once.outbox where id = '%s' and parked_at is null and done_at is null"
                                .formatted(retried)))
                .isEqualTo(1);
        assertThat(lab.number("select count(*) from once.outbox where id = '%s' and done_at is not null"
                        .formatted(discarded)))
                .isEqualTo(1);
        assertThat(output).contains("retry", retried.toString(), "discard", discarded.toString());
    }

    @Test
    void one_scopes_answers_are_erased_and_its_keys_stay_used() {
        pay("personal", "10");
        lab.run(
                "insert into once.outbox (id, topic, payload, scope, done_at) values (once.uuidv7(), 'mail', '{\"to\": \"a\"}', 'acme', now())");

        HttpResponse<String> erased = send(
                HttpRequest.newBuilder(uri("/actuator/once/answers?scope=acme")).DELETE());

        assertThat(erased.statusCode()).isEqualTo(200);
        assertThat(lab.number("select count(*) from lab.answers where scope = 'acme' and answer is not null"))
                .isZero();
        assertThat(
                        lab.number(
                                "select count(*) from once.outbox where scope = 'acme' and payload <> '{}' and done_at is not null"))
                .isZero();
        assertThat(pay("personal", "10").statusCode()).isEqualTo(410);
        assertThat(lab.effects("personal")).isEqualTo(1);
    }

    @Test
    void one_line_tells_of_each_attempt_and_a_key_cannot_forge_another(CapturedOutput output) {
        pay("log-key", "10");
        assertThat(output).containsPattern("answers scope=acme key=log-key disposition=claimed ms=\\d+");
        String longKey = "k".repeat(200);
        pay(longKey, "10");
        assertThat(output).contains("k".repeat(80) + "..").doesNotContain("k".repeat(82));
        pay("a%20disposition=replayed", "10");
        assertThat(output).contains("key=a%20disposition=replayed disposition=claimed");
    }

    @Test
    void with_the_database_away_callers_get_503_fast_and_all_recovers_by_itself() {
        Map<String, Integer> answered = new ConcurrentHashMap<>();
        AtomicBoolean away = new AtomicBoolean();
        AtomicBoolean over = new AtomicBoolean();
        java.util.List<String> wrong = java.util.Collections.synchronizedList(new java.util.ArrayList<>());
        Thread outage = new Thread(() -> {
            await().until(() -> answered.size() > 50);
            server.kill();
            away.set(true);
            await().atMost(Duration.ofSeconds(10))
                    .until(() -> get("/actuator/health/readiness").statusCode() == 503);
            HttpResponse<String> refused = pay("while-away", "10");
            if (refused.statusCode() != 503
                    || refused.headers().firstValue("Retry-After").isEmpty()) {
                wrong.add("while away: " + refused.statusCode());
            }
            server.start();
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> get("/actuator/health/readiness").statusCode() == 200);
            over.set(true);
        });
        outage.start();

        var blows = Hammer.of(4).within(Duration.ofMinutes(2)).strike(caller -> {
            for (int n = 0; !over.get() || n < 100; n++) {
                String key = "outage-" + caller + "-" + n;
                // As a careful client: the same attempt until it is acknowledged.
                while (true) {
                    long began = System.nanoTime();
                    HttpResponse<String> response = pay(key, "10");
                    if (Duration.ofNanos(System.nanoTime() - began).compareTo(Duration.ofSeconds(4)) > 0) {
                        wrong.add("slow: " + response.statusCode());
                    }
                    if (response.statusCode() == 201 || response.statusCode() == 200) {
                        answered.put(key, response.statusCode());
                        break;
                    }
                    if (response.statusCode() != 503
                            || response.headers().firstValue("Retry-After").isEmpty()) {
                        wrong.add(response.statusCode() + " " + response.body());
                    }
                }
            }
            return caller;
        });

        assertThat(blows.failures()).isEmpty();
        assertThat(wrong).isEmpty();
        assertThat(away).isTrue();
        assertThat(lab.number("select count(*) from lab.effects where idempotency_key like 'outage-%'"))
                .isEqualTo(answered.size());
        assertThat(
                        lab.number(
                                "select count(distinct idempotency_key) from lab.effects where idempotency_key like 'outage-%'"))
                .isEqualTo(answered.size());
    }

    private HttpResponse<String> pay(String key, String amount) {
        return send(HttpRequest.newBuilder(uri("/pay?key=" + key + "&amount=" + amount))
                .POST(HttpRequest.BodyPublishers.noBody()));
    }

    private HttpResponse<String> get(String path) {
        return send(HttpRequest.newBuilder(uri(path)));
    }

    private HttpResponse<String> post(String path, String json) {
        return send(HttpRequest.newBuilder(uri(path))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(json)));
    }

    private URI uri(String path) {
        return URI.create("http://127.0.0.1:" + app.getWebServer().getPort() + path);
    }

    private HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return http.send(request.timeout(Duration.ofSeconds(20)).build(), HttpResponse.BodyHandlers.ofString());
        } catch (java.io.IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
