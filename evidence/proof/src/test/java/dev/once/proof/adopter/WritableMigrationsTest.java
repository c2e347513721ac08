package dev.once.proof.adopter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.once.localpostgres.Database;
import dev.once.localpostgres.TestPostgres;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.jdbc.JdbcConnectionDetails;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;

/** Where the fence is enforced, Flyway and Liquibase migrate as they did before, with no setting of their own. */
class WritableMigrationsTest {

    private static final Map<String, String> LIQUIBASE = Map.of(
            "spring.flyway.enabled", "false",
            "spring.liquibase.enabled", "true",
            "spring.liquibase.change-log", "classpath:shop/liquibase/orders.sql");

    private final Database database = TestPostgres.shared().newDatabase();

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Shop {}

    /** As Testcontainers' {@code @ServiceConnection} gives it: there is no setting that Flyway could take a URL from. */
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class ShopWithConnectionDetails {

        @Bean
        JdbcConnectionDetails container() {
            Database database = TestPostgres.shared().newDatabase();
            return new JdbcConnectionDetails() {
                @Override
                public String getJdbcUrl() {
                    return database.jdbcUrl();
                }

                @Override
                public String getUsername() {
                    return database.username();
                }

                @Override
                public String getPassword() {
                    return database.password();
                }
            };
        }
    }

    @Test
    void flyway_migrates_and_the_pool_stays_read_only() {
        start(Shop.class, settings(), this::assertMigratedAndFenced);
    }

    @Test
    void flyway_migrates_where_the_database_is_a_bean_of_connection_details() {
        start(
                ShopWithConnectionDetails.class,
                Map.of("once.local-postgres.enabled", "false"),
                this::assertMigratedAndFenced);
    }

    @Test
    void liquibase_migrates_and_the_pool_stays_read_only() {
        Map<String, String> settings = settings();
        settings.putAll(LIQUIBASE);
        start(Shop.class, settings, this::assertMigratedAndFenced);
    }

    @Test
    void liquibase_migrates_where_the_database_is_a_bean_of_connection_details() {
        Map<String, String> settings = new LinkedHashMap<>(LIQUIBASE);
        settings.put("once.local-postgres.enabled", "false");
        start(ShopWithConnectionDetails.class, settings, this::assertMigratedAndFenced);
    }

    @Test
    void a_migration_is_bound_by_no_timeout_of_a_request_and_keeps_the_drivers_other_settings() {
        Map<String, String> settings = settings();
        settings.put("spring.datasource.hikari.data-source-properties.ApplicationName", "shop");
        start(Shop.class, settings, context -> {
            DataSource flyway = context.getBean(Flyway.class).getConfiguration().getDataSource();
            assertThat(networkTimeout(context.getBean(HikariDataSource.class))).isEqualTo(15_000);
            assertThat(networkTimeout(flyway)).isZero();
            JdbcTemplate connections = new JdbcTemplate(flyway);
            assertThat(connections.queryForObject("show idle_in_transaction_session_timeout", String.class))
                    .isEqualTo("0");
            assertThat(connections.queryForObject("show application_name", String.class))
                    .isEqualTo("shop");
        });
    }

    @Test
    void an_init_sql_of_the_applications_own_is_run_for_a_migration_too() {
        Map<String, String> settings = settings();
        settings.put(
                "spring.datasource.hikari.connection-init-sql",
                "set default_transaction_read_only = on; set work_mem = '5MB'");
        start(Shop.class, settings, context -> {
            assertMigratedAndFenced(context);
            assertThat(new JdbcTemplate(context.getBean(Flyway.class)
                                    .getConfiguration()
                                    .getDataSource())
                            .queryForObject("show work_mem", String.class))
                    .isEqualTo("5MB");
        });
    }

    @Test
    void a_flyway_with_connections_of_its_own_keeps_them() {
        Map<String, String> settings = settings();
        settings.put("spring.flyway.url", database.jdbcUrl() + "?ApplicationName=migrator");
        settings.put("spring.flyway.user", database.username());
        settings.put("spring.flyway.password", database.password());
        start(Shop.class, settings, context -> assertThat(new JdbcTemplate(
                                context.getBean(Flyway.class).getConfiguration().getDataSource())
                        .queryForObject("show application_name", String.class))
                .isEqualTo("migrator"));
    }

    @Test
    void a_script_of_boots_is_run_where_it_has_a_user_of_its_own() {
        Map<String, String> settings = settings();
        settings.put("spring.flyway.enabled", "false");
        settings.put("spring.sql.init.mode", "always");
        settings.put("spring.sql.init.schema-locations", "classpath:shop/liquibase/orders.sql");
        settings.put("spring.sql.init.username", database.username());
        settings.put("spring.sql.init.password", database.password());
        start(Shop.class, settings, this::assertMigratedAndFenced);
    }

    private void assertMigratedAndFenced(ApplicationContext context) {
        JdbcTemplate pool = new JdbcTemplate(context.getBean(HikariDataSource.class));
        assertThat(pool.queryForObject("select count(*) from orders", Long.class))
                .isZero();
        assertThatThrownBy(() -> pool.update("delete from orders"))
                .rootCause()
                .isInstanceOfSatisfying(
                        SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("25006"));
    }

    private static int networkTimeout(DataSource dataSource) {
        try (Connection connection = dataSource.getConnection()) {
            return connection.getNetworkTimeout();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private Map<String, String> settings() {
        return new LinkedHashMap<>(Map.of(
                "spring.datasource.url", database.jdbcUrl(),
                "spring.datasource.username", database.username(),
                "spring.datasource.password", database.password()));
    }

    private static void start(Class<?> shop, Map<String, String> settings, Consumer<ApplicationContext> look) {
        Map<String, String> all = new LinkedHashMap<>(Map.of(
                "once.fence", "enforce",
                "once.migrations.enabled", "false",
                "spring.flyway.locations", "classpath:shop/migration"));
        all.putAll(settings);
        try (var context = new SpringApplicationBuilder(shop)
                .web(WebApplicationType.NONE)
                .run(all.entrySet().stream()
                        .map(setting -> "--" + setting.getKey() + "=" + setting.getValue())
                        .toArray(String[]::new))) {
            look.accept(context);
        }
    }
}
