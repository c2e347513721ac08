package dev.once.api;

import dev.once.faults.AppProcess;
import dev.once.localpostgres.Database;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;

/** The app as it is shipped. */
final class PackagedJar {

    private PackagedJar() {}

    static Path file() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("target"))) {
            return files.filter(file -> file.getFileName().toString().matches("public-api-app-[^-]+(-SNAPSHOT)?\\.jar"))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("There is no packaged jar: run mvn package first."));
        }
    }

    static AppProcess.Command demo(Database database, int port) throws IOException {
        return AppProcess.jar(file())
                .args("--spring.profiles.active=demo", "--server.port=" + port)
                .env("SPRING_DATASOURCE_URL", database.jdbcUrl())
                .env("SPRING_DATASOURCE_USERNAME", database.username())
                .env("SPRING_DATASOURCE_PASSWORD", database.password());
    }

    static AppProcess awaitReady(AppProcess app, int port) {
        return app.awaitHttp(
                URI.create("http://127.0.0.1:" + port + "/actuator/health/readiness"), Duration.ofSeconds(120));
    }
}
