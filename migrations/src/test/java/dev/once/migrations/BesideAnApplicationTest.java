package dev.once.migrations;

import static org.assertj.core.api.Assertions.assertThat;

import dev.once.localpostgres.Database;
import dev.once.localpostgres.TestPostgres;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** In an application that may have tables, and a Flyway, of its own. */
class BesideAnApplicationTest {

    private final Database database = TestPostgres.shared().newDatabase();
    private final JdbcTemplate jdbc =
            new JdbcTemplate(new DriverManagerDataSource(database.jdbcUrl(), database.username(), database.password()));

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Shop {

        /** Reads the core's tables as soon as it is made. */
        @Bean
        @DependsOnDatabaseInitialization
        Long ledgersAtStart(DataSource dataSource) {
            return new JdbcTemplate(dataSource).queryForObject("select count(*) from once.ledgers", Long.class);
        }
    }

    @Test
    void users_of_the_database_wait_for_it_and_no_flyway_starts_that_nobody_asked_for() {
        jdbc.execute("create table was_here_before (n int)");
        start(Map.of());
        assertThat(historiesIn("public")).isZero();
    }

    @Test
    void the_applications_own_flyway_migrates_too(@TempDir Path folder) throws Exception {
        Files.writeString(folder.resolve("V1__orders.sql"), "create table orders (n int)");
        // The role of this database is named as the core's schema is, which makes that its default.
        start(Map.of("spring.flyway.locations", "filesystem:" + folder, "spring.flyway.default-schema", "public"));
        assertThat(jdbc.queryForObject("select count(*) from public.orders", Long.class))
                .isZero();
        assertThat(historiesIn("public")).isEqualTo(1);
    }

    @Test
    void only_the_cores_sql_comes_along() throws Exception {
        assertThat(new PathMatchingResourcePatternResolver().getResources("classpath*:once/migrations/**/*.sql"))
                .isNotEmpty()
                .allSatisfy(file -> assertThat(file.getURL().getPath()).contains("/once/migrations/core/"));
    }

    private long historiesIn(String schema) {
        Long histories = jdbc.queryForObject(
                "select count(*) from pg_tables where schemaname = ? and tablename = 'flyway_schema_history'",
                Long.class,
                schema);
        return histories == null ? 0 : histories;
    }

    private void start(Map<String, String> settings) {
        List<String> arguments = new ArrayList<>(List.of(
                "--spring.datasource.url=" + database.jdbcUrl(),
                "--spring.datasource.username=" + database.username(),
                "--spring.datasource.password=" + database.password()));
        settings.forEach((name, value) -> arguments.add("--" + name + "=" + value));
        new SpringApplicationBuilder(Shop.class)
                .web(WebApplicationType.NONE)
                .run(arguments.toArray(String[]::new))
                .close();
    }
}
