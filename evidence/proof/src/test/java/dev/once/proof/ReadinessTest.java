package dev.once.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.boot.availability.ApplicationAvailability;
import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.ReadinessState;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.servlet.context.ServletWebServerApplicationContext;

/** An application takes no traffic while its server cannot write, and again when it can. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReadinessTest {

    private final HttpClient http = HttpClient.newHttpClient();
    private final StandbyServer server = new StandbyServer();
    private Lab lab;
    private ServletWebServerApplicationContext app;

    @BeforeAll
    void start() {
        lab = Lab.open(server.newDatabase());
        app = (ServletWebServerApplicationContext) new SpringApplicationBuilder(PayApplication.class)
                .profiles("demo")
                .properties(Map.of(
                        "server.port",
                        "0",
                        "spring.datasource.url",
                        lab.database.jdbcUrl(),
                        "spring.datasource.username",
                        lab.database.username(),
                        "spring.datasource.password",
                        lab.database.password(),
                        "once.readiness.every",
                        "100ms",
                        // Nobody hears of a server that is gone before the pool has given up.
                        "spring.datasource.hikari.connection-timeout",
                        "1000"))
                .run();
    }

    @AfterEach
    void is_ready_again() {
        awaitReadiness(200);
    }

    @AfterAll
    void stop() {
        app.close();
        lab.close();
        server.close();
    }

    @Test
    void on_a_standby_it_takes_no_traffic_until_the_server_is_promoted() throws Exception {
        awaitReadiness(200);
        server.demote();
        awaitReadiness(503);
        assertThat(get("/actuator/health/liveness").statusCode()).isEqualTo(200);

        server.promote();

        awaitReadiness(200);
        assertThat(send("/pay?key=after-promotion").statusCode()).isEqualTo(201);
    }

    /** Boot's own indicator for the data source is in the readiness group of our apps, but not in everybody's. */
    @Test
    void without_a_server_too() {
        awaitReadiness(200);
        server.server().stop();
        await().atMost(Duration.ofSeconds(30)).until(() -> state() == ReadinessState.REFUSING_TRAFFIC);
        server.server().start();
        awaitReadiness(200);
    }

    @Test
    void what_somebody_else_has_refused_stays_refused() throws Exception {
        server.demote();
        await().atMost(Duration.ofSeconds(30)).until(() -> state() == ReadinessState.REFUSING_TRAFFIC);
        AvailabilityChangeEvent.publish(app, ReadinessState.REFUSING_TRAFFIC);
        server.promote();

        awaitLook();
        awaitLook();

        assertThat(state()).isEqualTo(ReadinessState.REFUSING_TRAFFIC);
        AvailabilityChangeEvent.publish(app, ReadinessState.ACCEPTING_TRAFFIC);
        assertThat(state()).isEqualTo(ReadinessState.ACCEPTING_TRAFFIC);
    }

    /** When the next look has begun, what the one before it found has been published. */
    private void awaitLook() {
        long before = lastLook();
        await().atMost(Duration.ofSeconds(30)).until(() -> lastLook() > before);
    }

    private long lastLook() {
        return lab.number(
                """
                select coalesce(max(extract(epoch from query_start) * 1000000)::bigint, 0) from pg_stat_activity
                where datname = current_database() and query like 'select pg_is_in_recovery()%'""");
    }

    private ReadinessState state() {
        return app.getBean(ApplicationAvailability.class).getReadinessState();
    }

    private void awaitReadiness(int status) {
        await().atMost(Duration.ofSeconds(30))
                .until(() -> get("/actuator/health/readiness").statusCode() == status);
    }

    private HttpResponse<String> get(String path) throws Exception {
        return http.send(HttpRequest.newBuilder(uri(path)).build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> send(String path) throws Exception {
        return http.send(
                HttpRequest.newBuilder(uri(path))
                        .POST(HttpRequest.BodyPublishers.noBody())
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private URI uri(String path) {
        return URI.create("http://127.0.0.1:" + app.getWebServer().getPort() + path);
    }
}
