package dev.once.forms;

import static org.assertj.core.api.Assertions.assertThat;

import dev.once.faults.AppProcess;
import dev.once.faults.FreePort;
import dev.once.localpostgres.Database;
import dev.once.localpostgres.TestPostgres;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;

/** The jar that is deployed: what is in it, when it refuses to start, and how it gets its first user. */
class PackagedJarIT {

    static final Duration PATIENCE = Duration.ofSeconds(90);

    @Test
    void it_has_no_local_server_inside() throws Exception {
        try (JarFile jar = new JarFile(jar().toFile())) {
            assertThat(jar.stream().map(Object::toString))
                    .noneMatch(name -> name.contains("local-postgres")
                            || name.contains("zonky")
                            || name.contains("idempotency-test")
                            || name.contains("fault-kit"))
                    .anyMatch(name -> name.contains("idempotency-core"));
        }
    }

    @Test
    void without_a_database_it_says_what_it_needs() {
        try (AppProcess app = AppProcess.jar(jar())
                .args(
                        "--once.operator.password=for-this-test",
                        "--once.web.public-url=http://localhost",
                        "--server.port=0")
                .start()) {
            assertThat(app.awaitExit(PATIENCE)).isNotZero();
            assertThat(String.join("\n", app.output())).contains("APPLICATION FAILED TO START", "url");
        }
    }

    @Test
    void without_an_operator_it_refuses_to_start() {
        try (AppProcess app = deployed(TestPostgres.shared().newDatabase())
                .args("--server.port=0")
                .start()) {
            assertThat(app.awaitExit(PATIENCE)).isNotZero();
            assertThat(String.join("\n", app.output()))
                    .contains("APPLICATION FAILED TO START", "once.operator.password");
        }
    }

    @Test
    void outside_the_demo_nobody_can_sign_in_until_a_user_is_made() throws Exception {
        Database database = TestPostgres.shared().newDatabase();
        String[] command = {"--once.forms.add-user=Carol@acme.test", "--once.forms.organisation=Acme", "--server.port=0"
        };
        try (AppProcess tooShort = deployed(database)
                .env("ONCE_OPERATOR_PASSWORD", "for-this-test")
                .env("ONCE_FORMS_PASSWORD", "short")
                .args(command)
                .start()) {
            assertThat(tooShort.awaitExit(PATIENCE)).isNotZero();
            assertThat(String.join("\n", tooShort.output())).contains("at least 12 characters");
        }
        try (AppProcess nobody = deployed(database)
                .env("ONCE_OPERATOR_PASSWORD", "for-this-test")
                .env("ONCE_FORMS_PASSWORD", "a long enough password")
                .args(
                        "--once.forms.add-user=J\u00fcrgen@acme.test",
                        "--once.forms.organisation=Acme",
                        "--server.port=0")
                .start()) {
            assertThat(nobody.awaitExit(PATIENCE)).isNotZero();
            assertThat(String.join("\n", nobody.output())).contains("could ever sign in");
        }
        for (String said : new String[] {"Added Carol@acme.test", "exists already"}) {
            try (AppProcess adding = deployed(database)
                    .env("ONCE_OPERATOR_PASSWORD", "for-this-test")
                    .env("ONCE_FORMS_PASSWORD", "a long enough password")
                    .args(command)
                    .start()) {
                assertThat(adding.awaitExit(PATIENCE)).isZero();
                assertThat(String.join("\n", adding.output())).contains(said).doesNotContain("a long enough");
            }
        }
        int port = FreePort.find();
        try (AppProcess app = deployed(database)
                .env("ONCE_OPERATOR_PASSWORD", "for-this-test")
                .env("ONCE_WEB_PUBLIC_URL", "http://127.0.0.1:" + port)
                .args("--server.port=" + port)
                .start()) {
            app.awaitHttp(URI.create("http://127.0.0.1:" + port + "/actuator/health"), PATIENCE);
            Person person = new Person(port);
            assertThat(person.signIn("alice@acme.test", "demo")
                            .headers()
                            .firstValue("Location")
                            .orElse(""))
                    .endsWith("?error");
            assertThat(person.get("/actuator/prometheus").statusCode()).isEqualTo(401);
            assertThat(person.get("/sign-in").body()).doesNotContain("Demo users");
            person.signIn("carol@acme.test", "a long enough password");
            assertThat(person.get("/invoices").body()).contains("carol@acme.test");
        }
    }

    private static AppProcess.Command deployed(Database database) {
        return AppProcess.jar(jar())
                .env("ONCE_WEB_PUBLIC_URL", "http://127.0.0.1")
                .env("SPRING_DATASOURCE_URL", database.jdbcUrl())
                .env("SPRING_DATASOURCE_USERNAME", database.username())
                .env("SPRING_DATASOURCE_PASSWORD", database.password());
    }

    private static Path jar() {
        try (var files = Files.list(Path.of("target"))) {
            return files.filter(file -> file.getFileName().toString().matches("forms-app-.*\\.jar"))
                    .findFirst()
                    .orElseThrow();
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
