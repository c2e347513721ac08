package dev.once.chaos.platform;

import static org.assertj.core.api.Assertions.assertThat;

import dev.once.faults.AppProcess;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/**
 * All four apps on a Citus cluster, with their tables distributed: see docs/scaling.md. ONCE_CITUS_URL is the coordinator's
 * empty database, to be reached as a superuser. With ONCE_CITUS_START, a program on this machine that starts the server of a
 * data folder, the servers are killed too.
 */
@Tag("full")
@EnabledIfEnvironmentVariable(named = "ONCE_CITUS_URL", matches = ".+")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CitusIT {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final GivenDatabase coordinator = GivenDatabase.of("ONCE_CITUS");
    private Platform platform;

    @BeforeAll
    void distribute() throws Exception {
        for (App app : App.values()) {
            assertThat(AppProcess.jar(app.jar())
                            .args(
                                    "--once.migrations.only=true",
                                    "--spring.datasource.url="
                                            + coordinator.database().jdbcUrl(),
                                    "--spring.datasource.username="
                                            + coordinator.database().username(),
                                    "--spring.datasource.password="
                                            + coordinator.database().password())
                            .start()
                            .awaitExit(Instance.START))
                    .isZero();
        }
        runScript();
        runScript();
        try (Sql sql = new Sql(coordinator.database().connect())) {
            assertThat(sql.count("select count(*) from pg_dist_partition")).isEqualTo(24);
        }
        platform = new Platform(coordinator, Map.of("once.retention.every", "2s"));
    }

    @AfterAll
    void close() {
        if (platform != null) {
            platform.close();
        }
    }

    @Test
    void under_load_nothing_is_doubled_or_lost_whichever_server_is_killed() throws Exception {
        try (Traffic traffic = new Traffic(platform, "citus").start()) {
            for (Path data : folders()) {
                traffic.awaitMore(100);
                restart(data);
            }
            traffic.awaitMore(300);
            traffic.judge("Citus");
            assertThat(platform.answered500()).isEmpty();
        }
    }

    @Test
    void an_expired_key_is_taken_over_once_and_what_has_expired_is_swept() throws Exception {
        String first = create("expired").body();
        change(
                "update api.idempotency_keys set expires_at = now() - interval '1 hour' where idempotency_key = 'expired'");
        List<String> answers = IntStream.range(0, 10)
                .mapToObj(n ->
                        CompletableFuture.supplyAsync(() -> create("expired").body()))
                .toList()
                .stream()
                .map(CompletableFuture::join)
                .distinct()
                .toList();
        assertThat(answers).hasSize(1).doesNotContain(first);

        change(
                "update api.idempotency_keys set expires_at = now() - interval '1 hour' where idempotency_key = 'expired'");
        Waiting.until(
                "the sweep has been there",
                PATIENCE,
                () -> count("select count(*) from api.idempotency_keys where idempotency_key = 'expired'") == 0);
    }

    @Test
    void an_export_is_made() throws Exception {
        create("exported");
        HttpResponse<String> asked = Web.send(Web.post(api() + "/api/exports", "application/json", "")
                .header("Authorization", "Bearer " + platform.secrets().acme())
                .header("Idempotency-Key", "the-export"));
        assertThat(asked.statusCode()).as(asked.body()).isEqualTo(202);
        Waiting.until(
                "the export is done",
                PATIENCE,
                () -> get(asked.headers().firstValue("Location").orElseThrow()).contains("\"done\""));
    }

    @Test
    void the_newer_state_of_a_subscription_wins_in_any_order() throws Exception {
        Signing signing = new Signing(platform.secrets());
        for (int[] event : new int[][] {{2, 1700000200}, {1, 1700000100}, {3, 1700000300}}) {
            String body =
                    """
                    {"id":"evt_sub_%d","object":"event","type":"customer.subscription.updated","created":%d,\
                    "data":{"object":{"id":"sub_citus","object":"subscription","customer":"cus_1","status":"state-%d"}}}"""
                            .formatted(event[0], event[1], event[0]);
            assertThat(Web.send(signing.stripe(body, Instant.now())
                                    .to(platform.any(App.WEBHOOKS).directAddress()))
                            .statusCode())
                    .isEqualTo(200);
        }
        assertThat(
                        count(
                                "select count(*) from webhooks.subscriptions where subscription_id = 'sub_citus' and status = 'state-3'"))
                .isEqualTo(1);
    }

    @Test
    void the_operator_sees_the_ledgers_and_a_key() throws Exception {
        create("looked-up");
        for (Instance instance : platform.all().toList()) {
            assertThat(operator(instance.directAddress() + "/actuator/once").statusCode())
                    .as(instance.toString())
                    .isEqualTo(200);
        }
        assertThat(operator(api() + "/actuator/once/api?scope=acme&key=looked-up")
                        .body())
                .contains("looked-up");
    }

    private HttpResponse<String> operator(String address) throws Exception {
        return Web.send(Web.get(address)
                .header(
                        "Authorization",
                        Web.basic(Platform.OPERATOR, platform.secrets().operator())));
    }

    private HttpResponse<String> create(String key) {
        try {
            HttpResponse<String> answer = Web.send(Web.post(
                            api() + "/api/invoices", "application/json", Senders.Programs.invoice(key))
                    .header("Authorization", "Bearer " + platform.secrets().acme())
                    .header("Idempotency-Key", key));
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
            return answer;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private String get(String path) throws Exception {
        return Web.send(Web.get(api() + path)
                        .header("Authorization", "Bearer " + platform.secrets().acme()))
                .body();
    }

    private String api() {
        return platform.any(App.API).directAddress();
    }

    private long count(String sql) throws SQLException {
        try (Sql database = new Sql(platform.connect())) {
            return database.count(sql);
        }
    }

    private void change(String sql) throws SQLException {
        try (Sql database = new Sql(platform.connect())) {
            assertThat(database.update(sql)).isEqualTo(1);
        }
    }

    /** The workers' and then the coordinator's, where they may be killed. */
    private List<Path> folders() throws SQLException {
        if (System.getenv("ONCE_CITUS_START") == null) {
            return List.of();
        }
        try (Sql sql = new Sql(platform.connect())) {
            List<Path> folders = new ArrayList<>(sql.list(
                    "select result from run_command_on_workers('show data_directory')",
                    row -> Path.of(row.getString(1))));
            folders.addAll(sql.list("show data_directory", row -> Path.of(row.getString(1))));
            return folders;
        }
    }

    private static void restart(Path data) throws Exception {
        String postmaster = Files.readAllLines(data.resolve("postmaster.pid")).get(0);
        assertThat(new ProcessBuilder("kill", "-9", postmaster)
                        .inheritIO()
                        .start()
                        .waitFor())
                .isZero();
        Process start = new ProcessBuilder(System.getenv("ONCE_CITUS_START"), data.toString())
                .inheritIO()
                .start();
        assertThat(start.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(start.exitValue()).as("the start of " + data).isZero();
    }

    private void runScript() throws Exception {
        String script = Files.readString(Path.of("../../migrations/scripts/citus.sql"));
        try (var connection = coordinator.database().connect();
                var statement = connection.createStatement()) {
            // Each on its own, as psql does.
            for (String sql : script.split(";\n(?=\n|select)")) {
                statement.execute(sql);
            }
        }
    }
}
