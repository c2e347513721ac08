package dev.once.judged;

import static org.assertj.core.api.Assertions.assertThat;

import dev.once.faults.AppProcess;
import dev.once.faults.FreePort;
import dev.once.localpostgres.Database;
import dev.once.localpostgres.TestPostgres;
import dev.once.showcase.launch.Home;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Services of adopters: the same orders before the core and after it. */
@Tag("full")
@Execution(ExecutionMode.CONCURRENT)
class SamplesIT {

    @ParameterizedTest
    @ValueSource(strings = {"jdbc", "jpa", "jooq", "kotlin"})
    void with_the_core_every_ordeal_that_applies_holds(String sample) throws IOException {
        Judged judged = judged(sample, "--key.required=true");
        assertThat(judged.exitCode()).as(judged.all()).isZero();
        assertThat(judged.outcomes().values()).containsOnly("holds", "skipped");
    }

    @Test
    void without_it_the_same_service_doubles() throws IOException {
        Judged judged = judged(
                "before",
                "--key.required=false",
                "--answers.same=none",
                "--only=repeated,all-at-once,first-answer-is-lost");
        assertThat(judged.exitCode()).isEqualTo(1);
        assertThat(judged.outcomes())
                .containsEntry("repeated", "doubled")
                .containsEntry("all-at-once", "doubled")
                .containsEntry("first-answer-is-lost", "doubled");
    }

    private static Judged judged(String sample, String... more) throws IOException {
        Database database = TestPostgres.shared().newDatabase();
        int port = FreePort.find();
        boolean jpa = sample.equals("jpa");
        String body = jpa ? "{\"items\":[{\"product\":\"tea\",\"pieces\":%d}]}" : "{\"item\":\"tea\",\"pieces\":%d}";
        try (AppProcess service = AppProcess.jar(Judged.jar("evidence/samples/" + sample, "orders-.*-exec\\.jar"))
                // This user is called once, as the core's schema is, which its search path would begin with.
                .env("SPRING_DATASOURCE_URL", database.jdbcUrl() + "?currentSchema=public")
                .env("SPRING_DATASOURCE_USERNAME", database.username())
                .env("SPRING_DATASOURCE_PASSWORD", database.password())
                .env("SERVER_ADDRESS", "127.0.0.1")
                .env("SERVER_PORT", String.valueOf(port))
                .start()) {
            service.awaitLine("Started ", Duration.ofMinutes(1));
            if (!sample.equals("before")) {
                startAgainWhenKilled(service);
            }
            List<String> flags = new ArrayList<>(List.of(
                    "--url=" + URI.create("http://127.0.0.1:" + port),
                    "--request.path=/orders",
                    "--request.headers.X-Tenant=acme",
                    "--request.headers.Content-Type=application/json",
                    "--request.headers.Idempotency-Key={key}",
                    "--request.body=" + body.formatted(1),
                    "--other-body=" + body.formatted(2),
                    "--other-tenant.headers.X-Tenant=globex",
                    "--failing.body={\"none\":",
                    "--effects.sql=select count(*) from orders",
                    "--effects.jdbc=" + database.jdbcUrl(),
                    "--effects.user=" + database.username(),
                    "--effects.password=" + database.password(),
                    "--effects.within=1",
                    "--skip.forged-first=Nothing is signed.",
                    "--skip.fails-while-another-arrives=A body that cannot be read is refused at once.",
                    "--restart.command=kill -9 " + service.pid(),
                    "--seed=1"));
            flags.addAll(List.of(more));
            return Judged.by(new Home(Judged.ROOT), Map.of(), flags);
        }
    }

    /** As whoever runs a service would, and once: the end of the test kills it too. */
    private static void startAgainWhenKilled(AppProcess service) {
        ProcessHandle first = ProcessHandle.of(service.pid()).orElseThrow();
        Thread keeper = new Thread(
                () -> {
                    first.onExit().join();
                    service.restart();
                },
                "keeper of " + service);
        keeper.setDaemon(true);
        keeper.start();
    }
}
