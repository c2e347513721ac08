package dev.once.localpostgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.core.env.MapPropertySource;

@ExtendWith(OutputCaptureExtension.class)
class SpringApplicationTest {

    private static final String URL = "spring.datasource.url";

    @TempDir
    Path temporary;

    @Configuration(proxyBeanMethods = false)
    static class NoDatabase {}

    @Configuration(proxyBeanMethods = false)
    static class WithDatabase {
        @Bean
        String url(@Value("${spring.datasource.url}") String url) {
            return url;
        }
    }

    @Test
    void without_a_url_a_test_gets_a_database_that_its_contexts_share() throws Exception {
        try (var one = start(NoDatabase.class);
                var other = start(NoDatabase.class)) {
            Environment environment = one.getEnvironment();
            String url = environment.getProperty(URL);
            DriverManager.getConnection(
                            url,
                            environment.getProperty("spring.datasource.username"),
                            environment.getProperty("spring.datasource.password"))
                    .close();
            assertThat(other.getEnvironment().getProperty(URL)).isEqualTo(url);
        }
    }

    @Test
    void a_fresh_database_can_be_asked_for() {
        try (var one = start(NoDatabase.class, "--once.local-postgres.fresh=true");
                var other = start(NoDatabase.class, "--once.local-postgres.fresh=true")) {
            assertThat(one.getEnvironment().getProperty(URL))
                    .isNotEqualTo(other.getEnvironment().getProperty(URL));
        }
    }

    @Test
    void a_given_url_is_left_alone() {
        try (var context = start(WithDatabase.class, "--spring.datasource.url=jdbc:postgresql://db.example/given")) {
            assertThat(context.getBean(String.class)).isEqualTo("jdbc:postgresql://db.example/given");
            assertThat(context.getEnvironment().getProperty("spring.datasource.username"))
                    .isNull();
        }
    }

    @Test
    void a_url_that_a_test_sets_later_does_not_get_our_user() {
        try (var context = start(NoDatabase.class)) {
            context.getEnvironment()
                    .getPropertySources()
                    .addFirst(new MapPropertySource("dynamic", Map.of(URL, "jdbc:postgresql://db.example/later")));
            assertThat(context.getEnvironment().getProperty("spring.datasource.username"))
                    .isNull();
        }
    }

    @Test
    void it_can_be_switched_off() {
        try (var context = start(NoDatabase.class, "--once.local-postgres.enabled=false")) {
            assertThat(context.getEnvironment().getProperty(URL)).isNull();
        }
    }

    @Test
    void nothing_starts_before_somebody_asks_for_the_url() {
        try (var context = start(NoDatabase.class, "--once.local-postgres.mode=nonsense")) {
            assertThatThrownBy(() -> context.getEnvironment().getProperty(URL))
                    .hasMessageContaining("Set it to test or run");
        }
    }

    @Test
    void an_app_started_from_source_joins_the_server_of_the_project() throws Exception {
        Path folder = Files.createDirectory(temporary.resolve("postgres"));
        Files.createSymbolicLink(
                folder.resolve("binaries"), Folders.create(Home.folder().resolve("binaries")));
        try (LocalPostgres server = LocalPostgres.join(folder);
                var context = start(
                        WithDatabase.class,
                        "--once.local-postgres.mode=run",
                        "--once.local-postgres.directory=" + folder)) {
            assertThat(context.getBean(String.class)).isEqualTo(server.jdbcUrl());
        }
        // A context leaves when its JVM ends; the temporary folder goes before that.
        Membership.leave(folder.toRealPath());
    }

    @Test
    void a_context_that_closes_with_its_jvm_still_reaches_the_database() throws Exception {
        Files.createSymbolicLink(
                temporary.resolve("binaries"), Folders.create(Home.folder().resolve("binaries")));
        try (MainProcess app = MainProcess.start(ClosingApp.class, temporary)) {
            assertThat(app.says()).isEqualTo("started");
            app.end();
            assertThat(app.says()).isEqualTo("last words stored: 1");
        }
        assertThat(new Cluster(Home.binaries(temporary), temporary, 0, true).isAlive())
                .isFalse();
    }

    @Test
    void a_failure_is_printed_as_a_sentence(CapturedOutput output) throws Exception {
        Path file = Files.createFile(temporary.resolve("a-file"));

        assertThatThrownBy(() -> start(
                        WithDatabase.class,
                        "--once.local-postgres.mode=run",
                        "--once.local-postgres.directory=" + file))
                .hasRootCauseInstanceOf(Exception.class);

        assertThat(output)
                .contains("APPLICATION FAILED TO START")
                .contains("needs a folder at " + file)
                .contains("set once.local-postgres.directory to another folder");
    }

    private static ConfigurableApplicationContext start(Class<?> configuration, String... arguments) {
        SpringApplication application = new SpringApplication(configuration);
        application.setWebApplicationType(WebApplicationType.NONE);
        return application.run(arguments);
    }
}
