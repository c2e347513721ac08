package dev.once.proof.copying;

import static org.assertj.core.api.Assertions.assertThat;

import dev.once.faults.AppProcess;
import dev.once.faults.FreePort;
import dev.once.localpostgres.Database;
import dev.once.localpostgres.TestPostgres;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.util.FileSystemUtils;

/** A copied app builds, passes its own tests and starts, where nothing of this project is. */
class CopyIT {

    private static final Path COPIES = Path.of("target", "copies").toAbsolutePath();

    private static final String WEB_SUPPORT = "web-support/0.1.0-SNAPSHOT/web-support-0.1.0-SNAPSHOT.jar";

    /** What they share is the same in each copy, so its tests run in one of them. */
    private static final String APP_TESTS = "-Dtest=com/acme/**/*Test";

    private static final String POM =
            """
            <project>
              <modelVersion>4.0.0</modelVersion>
              <groupId>com.acme</groupId>
              <artifactId>%s</artifactId>
              <version>1</version>
              <packaging>pom</packaging>
              %s
            </project>
            """;
    private static final String MODULES = "<modules><module>shop</module></modules>";

    private static final List<Path> installed = new ArrayList<>();
    private static MachineRepository machine = new MachineRepository(COPIES);

    @BeforeAll
    static void a_machine_that_knows_nothing_of_once() throws Exception {
        FileSystemUtils.deleteRecursively(COPIES);
        machine = MachineRepository.at(COPIES.resolve("repository"));
    }

    /** Also the reader of the README: what it prints is what this app answers. */
    @Test
    void the_public_api_lives_elsewhere_and_answers_as_the_readme_prints() throws Exception {
        Path copy = copied("api");
        assertBuilds(copy);
        int port = FreePort.find();
        try (AppProcess app = started(copy, "public-api-app", port)) {
            // On an empty database: an invoice will have a consequence, and the jobs app is not here to do it.
            assertThat(app.awaitLine("There is no handler in this process", Duration.ofSeconds(120)))
                    .contains("[invoice.created]");
            Tour.of(Path.of("..", "..", "README.md")).take(port);
        }
    }

    @Tag("full")
    @ParameterizedTest
    @CsvSource({"webhooks, webhooks-app", "forms, forms-app", "jobs, jobs-app"})
    void the_others_live_elsewhere_too(String app, String module) throws Exception {
        Path copy = copied(app);
        assertBuilds(copy, APP_TESTS);
        started(copy, module, FreePort.find()).close();
    }

    @Tag("full")
    @Test
    void two_live_together_in_a_project_that_was_there() throws Exception {
        Path project = Files.createDirectories(COPIES.resolve("webhooks_jobs"));
        Path shop = Files.createDirectories(project.resolve("shop"));
        Files.writeString(project.resolve("pom.xml"), POM.formatted("shops", MODULES));
        Files.writeString(shop.resolve("pom.xml"), POM.formatted("shop", ""));
        copied("webhooks,jobs");
        assertBuilds(project, APP_TESTS);
        for (String module : List.of("webhooks-app", "jobs-app")) {
            started(project, module, FreePort.find()).close();
        }
    }

    private static Path copied(String apps) throws Exception {
        Path copy = COPIES.resolve(apps.replace(',', '_'));
        Ran ran = Ran.of(
                Path.of("..", ".."),
                "sh",
                "once",
                "copy",
                apps,
                copy.toString(),
                "--package",
                "com.acme." + copy.getFileName());
        assertThat(ran.exit()).as(ran.output()).isZero();
        for (String app : apps.split(",")) {
            assertNothingElsewhereIsNamed(copy, app);
        }
        return copy;
    }

    private static void assertNothingElsewhereIsNamed(Path copy, String app) throws IOException {
        try (Stream<Path> files = Files.walk(copy)) {
            assertThat(files.filter(file -> file.toString().matches(".*\\.(java|xml|yml|properties|imports|html|md)")))
                    .isNotEmpty()
                    .allSatisfy(file -> assertThat(file)
                            .content()
                            .as("%s", file)
                            .doesNotContain("dev.once." + app + ".", "dev/once/" + app));
        }
    }

    /** On one machine, where the others are installed too and stay as they were. */
    private static void assertBuilds(Path copy, String... tests) throws Exception {
        // Its integration tests are the same classes as here, and slow: they have run in the app's own module.
        List<String> arguments =
                new ArrayList<>(List.of("install", "-DskipITs", "-Dsurefire.failIfNoSpecifiedTests=false"));
        arguments.addAll(List.of(tests));
        Ran ran = machine.build(copy, arguments);
        assertThat(ran.exit()).as(ran.output()).isZero();
        installed.add(copy);
        for (Path each : installed) {
            assertThat(machine.folder()
                            .resolve("com/acme")
                            .resolve(each.getFileName())
                            .resolve(WEB_SUPPORT))
                    .as("what %s has installed", each)
                    .hasSameBinaryContentAs(jar(each.resolve("web-support")));
        }
    }

    private static AppProcess started(Path copy, String module, int port) throws IOException {
        assertThat(copy.resolve(module).resolve("target/surefire-reports")).isNotEmptyDirectory();
        Database database = TestPostgres.shared().newDatabase();
        AppProcess app = AppProcess.jar(jar(copy.resolve(module)))
                .args("--spring.profiles.active=demo", "--server.port=" + port)
                .env("DASHBOARD_PORT", String.valueOf(FreePort.find()))
                .env("SPRING_DATASOURCE_URL", database.jdbcUrl())
                .env("SPRING_DATASOURCE_USERNAME", database.username())
                .env("SPRING_DATASOURCE_PASSWORD", database.password())
                .start();
        return app.awaitHttp(
                URI.create("http://127.0.0.1:" + port + "/actuator/health/readiness"), Duration.ofSeconds(120));
    }

    private static Path jar(Path module) throws IOException {
        try (Stream<Path> files = Files.list(module.resolve("target"))) {
            return files.filter(file -> file.getFileName().toString().matches(".*-\\d[^-]*(-SNAPSHOT)?\\.jar"))
                    .findFirst()
                    .orElseThrow();
        }
    }
}
