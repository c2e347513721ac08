package dev.once.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.Mockito.doReturn;
import static org.mockito.Mockito.spy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.once.core.Reads;
import dev.once.core.Writes;
import dev.once.core.autoconfigure.DatabaseDefaults;
import dev.once.core.support.StartupRefusedException;
import java.io.File;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.AnnotatedBeanDefinitionReader;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** Better not to start than to start wrong: and a sentence says why. */
@ExtendWith(OutputCaptureExtension.class)
class StartTest {

    private final Lab lab = Lab.open();

    @AfterEach
    void close() {
        lab.close();
    }

    @Test
    void with_the_dependency_alone_no_setting_is_changed_and_one_line_says_that_there_is_no_fence(
            CapturedOutput output) {
        start(Map.of(), context -> {
            HikariDataSource pool = context.getBean(HikariDataSource.class);
            HikariConfig untouched = new HikariConfig();
            assertThat(pool.getConnectionInitSql()).isNull();
            assertThat(pool.isIsolateInternalQueries()).isFalse();
            assertThat(pool.getConnectionTimeout()).isEqualTo(untouched.getConnectionTimeout());
            assertThat(pool.getValidationTimeout()).isEqualTo(untouched.getValidationTimeout());
            assertThat(pool.getDataSourceProperties()).isEmpty();
        });
        assertThat(linesOfTheFence(output)).singleElement().asString().contains("INFO", "Fence: off");
    }

    @Test
    void warned_it_says_what_would_be_set_and_changes_nothing(CapturedOutput output) {
        start(
                Map.of("once.fence", "warn", "spring.datasource.hikari.connection-timeout", "2500"),
                context -> assertThat(context.getBean(HikariDataSource.class).getConnectionInitSql())
                        .isNull());
        assertThat(linesOfTheFence(output))
                .singleElement()
                .asString()
                .contains("WARN", "can write by default", "once.fence=enforce would", "validation-timeout=500")
                .doesNotContain("connection-timeout");
    }

    @Test
    void enforced_it_says_in_one_line_each_that_it_is_up_and_what_was_set(CapturedOutput output) {
        start(Map.of("once.fence", "enforce", "spring.datasource.hikari.connection-timeout", "2500"), context -> {
            HikariDataSource pool = context.getBean(HikariDataSource.class);
            assertThat(pool.getConnectionInitSql()).isEqualTo(DatabaseDefaults.INIT_SQL);
            assertThat(pool.getConnectionTimeout())
                    .as("the application's own setting")
                    .isEqualTo(2500);
        });
        assertThat(linesOfTheFence(output))
                .satisfiesExactly(
                        up -> assertThat(up).contains("Fence: connections are read only by default"),
                        settings -> assertThat(settings)
                                .contains(
                                        "INFO",
                                        "connection-init-sql=" + DatabaseDefaults.INIT_SQL,
                                        "isolate-internal-queries=true",
                                        "validation-timeout=500",
                                        "tcpKeepAlive=true",
                                        "connectTimeout=1",
                                        "socketTimeout=15")
                                .doesNotContain("connection-timeout"));
    }

    @Test
    void enforced_it_does_not_start_on_connections_that_can_write(CapturedOutput output) {
        assertThatThrownBy(() -> start(
                        Map.of("once.fence", "enforce", "spring.datasource.hikari.connection-init-sql", "select 1")))
                .hasRootCauseInstanceOf(StartupRefusedException.class);
        assertThat(output).contains("can write by default", "once.fence=off");
    }

    @Test
    void the_old_name_of_the_setting_is_refused_and_the_new_one_named(CapturedOutput output) {
        assertThatThrownBy(() -> start(Map.of("once.fenceRequired", "true")))
                .hasRootCauseInstanceOf(StartupRefusedException.class);
        assertThat(output).contains("once.fence-required no longer exists", "once.fence=enforce");
    }

    @Test
    void a_fence_of_another_kind_is_refused_and_the_kinds_are_named(CapturedOutput output) {
        assertThatThrownBy(() -> start(Map.of("once.fence", "high"))).isNotNull();
        assertThat(output).containsIgnoringCase("once.fence").containsIgnoringCase("enforce");
    }

    @Test
    void the_fence_stays_up_on_a_pool_without_auto_commit() {
        start(
                Map.of(
                        "once.fence", "enforce",
                        "spring.datasource.hikari.auto-commit", "false",
                        "spring.datasource.hikari.maximum-pool-size", "1"),
                context -> {
                    HikariDataSource pool = context.getBean(HikariDataSource.class);
                    for (int use = 0; use < 3; use++) {
                        context.getBean(Reads.class).query("select 1").count();
                        rollBackAReadOn(pool);
                        assertThat(new JdbcTemplate(pool)
                                        .queryForObject("show idle_in_transaction_session_timeout", String.class))
                                .isEqualTo("5s");
                        assertThatThrownBy(() -> new JdbcTemplate(pool)
                                        .update("insert into lab.effects (scope, idempotency_key) values ('x', 'y')"))
                                .rootCause()
                                .isInstanceOfSatisfying(SQLException.class, e -> assertThat(e.getSQLState())
                                        .isEqualTo("25006"));
                        context.getBean(Writes.class).repeatable(write -> write.sql("delete from lab.effects")
                                .update());
                    }
                });
    }

    @Test
    void without_a_database_it_says_which_setting_is_missing(CapturedOutput output) {
        assertThatThrownBy(() -> start(Map.of("once.local-postgres.enabled", "false", "spring.datasource.url", "")))
                .isInstanceOf(StartupRefusedException.class);
        assertThat(output).contains("There is no database", "Set spring.datasource.url (SPRING_DATASOURCE_URL)");
    }

    @Test
    void another_database_than_postgresql_is_refused_before_it_gets_a_statement(CapturedOutput output) {
        assertThatThrownBy(() -> start(Map.of("spring.datasource.url", "jdbc:h2:mem:start")))
                .isInstanceOf(StartupRefusedException.class);
        assertThat(output).contains("PostgreSQL only", "Set spring.datasource.url (SPRING_DATASOURCE_URL)");
        assertThat(ForeignDatabase.refusal()).isEqualTo("The database is H2: Once works on PostgreSQL only.");
    }

    /** There is no such server here: the driver tells of one. */
    @Test
    void a_postgresql_that_is_too_old_is_refused() {
        var old =
                new DriverManagerDataSource(lab.database.jdbcUrl(), lab.database.username(), lab.database.password()) {
                    @Override
                    public Connection getConnection() throws SQLException {
                        Connection connection = spy(super.getConnection());
                        DatabaseMetaData metaData = spy(connection.getMetaData());
                        doReturn(14).when(metaData).getDatabaseMajorVersion();
                        doReturn(metaData).when(connection).getMetaData();
                        return connection;
                    }
                };
        assertThatThrownBy(() -> Lab.on(old).of(Lab.answers()))
                .isInstanceOf(StartupRefusedException.class)
                .hasMessage("The database is PostgreSQL 14: Once works on 15 and newer.");
    }

    /** A service on another database need not have PostgreSQL's driver to be told so. */
    @Test
    void nor_does_that_need_postgresqls_driver() throws Exception {
        URL[] withoutTheDriver = Arrays.stream(
                        System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !Path.of(entry).getFileName().toString().startsWith("postgresql-"))
                .map(StartTest::url)
                .toArray(URL[]::new);
        try (URLClassLoader loader = new URLClassLoader(withoutTheDriver, ClassLoader.getPlatformClassLoader())) {
            assertThatThrownBy(() -> loader.loadClass("org.postgresql.PGConnection"))
                    .isInstanceOf(ClassNotFoundException.class);
            Method refusal = loader.loadClass(ForeignDatabase.class.getName()).getDeclaredMethod("refusal");
            refusal.setAccessible(true);
            assertThat(refusal.invoke(null)).isEqualTo("The database is H2: Once works on PostgreSQL only.");
        }
    }

    /** What ahead-of-time processing does: all definitions, no instance. */
    @Test
    void bean_definitions_need_no_database() {
        System.setProperty("spring.aot.processing", "true");
        try (var context = new GenericApplicationContext()) {
            new AnnotatedBeanDefinitionReader(context).register(PayApplication.class);
            TestPropertyValues.of("once.local-postgres.enabled=false").applyTo(context);
            context.refreshForAotProcessing(new RuntimeHints());
            assertThat(context.containsBeanDefinition("onceIdempotencies")).isTrue();
        } finally {
            System.clearProperty("spring.aot.processing");
        }
    }

    private static URL url(String entry) {
        try {
            return Path.of(entry).toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException(entry, e);
        }
    }

    @Test
    void a_ledgers_settings_come_from_its_name(CapturedOutput output) {
        assertThatThrownBy(() -> start(Map.of("once.ledgers.answers.keep-for", "-1s")))
                .hasRootCauseInstanceOf(StartupRefusedException.class);
        assertThat(output).contains("Set once.ledgers.answers.keep-for to");
    }

    private static List<String> linesOfTheFence(CapturedOutput output) {
        return output.getOut().lines().filter(line -> line.contains("Fence:")).toList();
    }

    private static void rollBackAReadOn(DataSource pool) {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("select 1");
            connection.rollback();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void a_locked_register_and_a_locked_table_of_effects_do_not_keep_it_from_starting() throws Exception {
        try (Connection other = lab.connect();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("lock table once.ledgers, once.effects, lab.effects in access exclusive mode");
            start(Map.of());
        }
    }

    private void start(Map<String, Object> settings) {
        start(settings, context -> {});
    }

    private void start(Map<String, Object> settings, Consumer<ApplicationContext> look) {
        Map<String, Object> all = new HashMap<>(Map.of(
                "spring.datasource.url", lab.database.jdbcUrl(),
                "spring.datasource.username", lab.database.username(),
                "spring.datasource.password", lab.database.password(),
                "logging.level.dev.once.core", "INFO"));
        all.putAll(settings);
        try (var context = new SpringApplicationBuilder(PayApplication.class)
                .profiles("demo")
                .web(WebApplicationType.NONE)
                .run(all.entrySet().stream()
                        .map(setting -> "--" + setting.getKey() + "=" + setting.getValue())
                        .toArray(String[]::new))) {
            look.accept(context);
        }
    }
}
