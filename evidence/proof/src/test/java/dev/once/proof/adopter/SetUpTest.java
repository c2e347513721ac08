package dev.once.proof.adopter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.once.core.Attempt;
import dev.once.core.Fingerprint;
import dev.once.core.Idempotencies;
import dev.once.core.Idempotency;
import dev.once.core.IdempotencyKey;
import dev.once.core.Ledger;
import dev.once.core.Outcome;
import dev.once.core.Scope;
import dev.once.core.Stored;
import dev.once.localpostgres.Database;
import dev.once.localpostgres.TestPostgres;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;
import org.springframework.orm.jpa.vendor.HibernateJpaVendorAdapter;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.util.function.SingletonSupplier;

/** A set-up that cannot work gets a sentence, and one that can be understood in one way only works. */
@ExtendWith(OutputCaptureExtension.class)
class SetUpTest {

    private static final String TABLES =
            """
            create table orders (id uuid primary key, tenant text, idempotency_key text, item text, created_at timestamptz);
            create table order_claims (
              tenant text not null, idempotency_key text not null, fingerprint bytea not null, order_id text,
              created_at timestamptz not null default now(), primary key (tenant, idempotency_key))
            """;

    /** One for all tests, since only one of them writes there; all databases of a test run have its role. */
    private static final Database REPORTS = TestPostgres.shared().newDatabase();

    private final Supplier<Database> orders =
            SingletonSupplier.of(() -> TestPostgres.shared().newDatabase());

    /** A service with one database, which Boot has set up. */
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class OneDatabase {}

    /** It has made its first ledger. */
    @Configuration(proxyBeanMethods = false)
    static class WithLedger {

        @Bean
        Idempotency<String> orderClaims(Idempotencies idempotencies) {
            return idempotencies.of(Ledger.named("orders")
                    .table("order_claims")
                    .scope("tenant")
                    .fingerprint("fingerprint")
                    .storing(Stored.text("order_id")));
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class TwoDatabases {

        @Bean
        HikariDataSource ordersDatabase(@Value("${orders}") String url) {
            return pool(url);
        }

        @Bean
        HikariDataSource reportsDatabase(@Value("${reports}") String url) {
            return pool(url);
        }
    }

    /** Entities in one, and another that is primary. */
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class EntitiesInOneOfTwo {

        @Bean
        HikariDataSource ordersDatabase(@Value("${orders}") String url) {
            return pool(url);
        }

        @Bean
        @Primary
        HikariDataSource reportsDatabase(@Value("${reports}") String url) {
            return pool(url);
        }

        @Bean
        LocalContainerEntityManagerFactoryBean entities(@Qualifier("ordersDatabase") DataSource ordersDatabase) {
            return entitiesIn(ordersDatabase);
        }

        @Bean
        PlatformTransactionManager ordersTransactions(LocalContainerEntityManagerFactoryBean entities) {
            return new JpaTransactionManager(entities.getObject());
        }
    }

    /** Entities reach their database through a proxy that nobody else knows. */
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class EntitiesBehindAProxy {

        @Bean
        HikariDataSource ordersDatabase(@Value("${orders}") String url) {
            return pool(url);
        }

        @Bean
        LocalContainerEntityManagerFactoryBean entities(DataSource ordersDatabase) {
            return entitiesIn(new LazyConnectionDataSourceProxy(ordersDatabase));
        }

        @Bean
        PlatformTransactionManager ordersTransactions(LocalContainerEntityManagerFactoryBean entities) {
            return new JpaTransactionManager(entities.getObject());
        }
    }

    /** Names that the core's beans had, and that others like too. */
    @Configuration(proxyBeanMethods = false)
    static class TakenNames {

        @Bean
        String outbox() {
            return "ours";
        }

        @Bean
        String outboxRelay() {
            return "ours";
        }

        @Bean
        String retention() {
            return "ours";
        }

        @Bean
        String housekeeper() {
            return "ours";
        }

        @Bean
        String idempotencies() {
            return "ours";
        }

        @Bean
        String fence() {
            return "ours";
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class ForeignPool {

        @Bean
        HikariDataSource h2() {
            HikariDataSource pool = new HikariDataSource();
            pool.setJdbcUrl("jdbc:h2:mem:setup");
            return pool;
        }
    }

    @Test
    void with_several_data_sources_and_no_name_the_service_starts_as_before_and_a_line_says_what_to_set(
            CapturedOutput output) {
        start(
                twoDatabases(),
                context ->
                        assertThat(context.getBeansOfType(Idempotencies.class)).isEmpty(),
                TwoDatabases.class);
        assertThat(output)
                .contains("Once is off", "Set once.data-source", "ordersDatabase, reportsDatabase")
                .containsOnlyOnce("several data sources");
    }

    @Test
    void and_its_first_ledger_is_told_so(CapturedOutput output) {
        assertRefused(twoDatabases(), TwoDatabases.class, WithLedger.class);
        assertThat(output)
                .contains(
                        "There are several data sources and none is primary",
                        "Set once.data-source to one of ordersDatabase, reportsDatabase.");
    }

    @Test
    void the_one_that_is_named_has_the_claims() {
        create(orders.get());
        start(
                with(twoDatabases(), "--once.data-source=ordersDatabase"),
                this::assertPlacesOnce,
                TwoDatabases.class,
                WithLedger.class);
        assertThat(count(orders.get(), "order_claims")).isEqualTo(1);
    }

    @Test
    void a_name_that_nobody_has_is_refused_and_those_that_there_are_named(CapturedOutput output) {
        assertRefused(with(twoDatabases(), "--once.data-source=elsewhere"), TwoDatabases.class);
        assertThat(output)
                .contains(
                        "There is no data source named 'elsewhere'",
                        "Set once.data-source to one of ordersDatabase, reportsDatabase.");
    }

    @Test
    void the_transaction_manager_is_the_one_of_that_data_source(CapturedOutput output) {
        create(orders.get());
        start(
                with(twoDatabases(), "--once.data-source=ordersDatabase"),
                this::assertPlacesOnce,
                EntitiesInOneOfTwo.class,
                WithLedger.class);
        assertThat(output).contains("claims run in those of JpaTransactionManager");
    }

    @Test
    void and_never_one_of_another_data_source(CapturedOutput output) {
        create(REPORTS);
        start(twoDatabases(), this::assertPlacesOnce, EntitiesInOneOfTwo.class, WithLedger.class);
        assertThat(output).contains("claims run in the core's own");
        assertRefused(with(twoDatabases(), "--once.transactions=application"), EntitiesInOneOfTwo.class);
        assertThat(output)
                .contains("once.transactions=application, and no transaction manager works on the data source");
    }

    @Test
    void a_manager_behind_a_proxy_of_its_own_is_refused(CapturedOutput output) {
        assertRefused(List.of("--orders=" + orders.get().jdbcUrl()), EntitiesBehindAProxy.class);
        assertThat(output)
                .contains("'ordersTransactions' reaches the database of the claims through another data source");
    }

    @Test
    void names_that_the_application_has_taken_are_its_own_and_all_of_the_cores_begin_with_once() {
        create(orders.get());
        start(
                oneDatabase(orders.get()),
                context -> {
                    assertPlacesOnce(context);
                    assertThat(context.getBean("outbox")).isEqualTo("ours");
                    assertThat(context.getBeanDefinitionNames())
                            .filteredOn(name -> context.getType(name) != null
                                    && context.getType(name).getName().startsWith("dev.once.core.")
                                    && !name.equals("orderClaims"))
                            .isNotEmpty()
                            .allMatch(
                                    name -> name.startsWith("once") || name.startsWith("dev.once."),
                                    "begins with once");
                },
                OneDatabase.class,
                TakenNames.class,
                WithLedger.class);
    }

    @Test
    void without_its_table_a_ledger_is_refused_with_the_sql_that_makes_it(CapturedOutput output) {
        assertRefused(oneDatabase(orders.get()), OneDatabase.class, WithLedger.class);
        assertThat(output)
                .contains("APPLICATION FAILED TO START", "there is no table order_claims", "create table order_claims");
    }

    @Test
    void without_a_column_it_is_refused_with_the_sql_that_adds_it(CapturedOutput output) {
        create(orders.get());
        jdbc(orders.get()).execute("alter table order_claims drop column fingerprint");
        assertRefused(oneDatabase(orders.get()), OneDatabase.class, WithLedger.class);
        assertThat(output).contains("APPLICATION FAILED TO START", "fingerprint", "alter table order_claims");
    }

    @Test
    void other_databases_are_refused_by_their_url(CapturedOutput output) {
        assertRefused(List.of("--spring.datasource.url=jdbc:mysql://localhost/orders"), OneDatabase.class);
        assertThat(output).contains("The database is MYSQL: Once works on PostgreSQL only.");
        assertRefused(List.of("--spring.datasource.url=jdbc:h2:mem:orders"), OneDatabase.class);
        assertThat(output).contains("The database is H2: Once works on PostgreSQL only.");
    }

    @Test
    void and_by_what_they_say_of_themselves(CapturedOutput output) {
        assertRefused(List.of(), ForeignPool.class, WithLedger.class);
        assertThat(output)
                .contains("APPLICATION FAILED TO START", "The database is H2: Once works on PostgreSQL only.");
    }

    @Test
    void a_database_that_is_down_is_a_sentence_and_not_a_trace(CapturedOutput output) throws Exception {
        int nobody;
        try (ServerSocket closed = new ServerSocket(0)) {
            nobody = closed.getLocalPort();
        }
        List<String> down = List.of(
                "--spring.datasource.url=jdbc:postgresql://localhost:" + nobody + "/orders",
                "--spring.datasource.hikari.connection-timeout=500");
        assertRefused(down, OneDatabase.class, WithLedger.class);
        assertThat(output)
                .contains(
                        "APPLICATION FAILED TO START",
                        "The database does not let us in: Connection to localhost:" + nobody + " refused",
                        "correct spring.datasource.url");
    }

    @Test
    void so_is_a_wrong_password(CapturedOutput output) {
        assertRefused(
                with(
                        oneDatabase(orders.get()),
                        "--spring.datasource.username=nobody",
                        "--spring.datasource.hikari.connection-timeout=500"),
                OneDatabase.class,
                WithLedger.class);
        assertThat(output).contains("APPLICATION FAILED TO START", "The database does not let us in");
    }

    @Test
    void without_a_ledger_a_database_that_is_down_is_none_of_the_cores_business() throws Exception {
        int nobody;
        try (ServerSocket closed = new ServerSocket(0)) {
            nobody = closed.getLocalPort();
        }
        start(
                List.of("--spring.datasource.url=jdbc:postgresql://localhost:" + nobody + "/orders"),
                context -> assertThat(context.getBean(HikariDataSource.class).isRunning())
                        .as("the pool was asked for a connection")
                        .isFalse(),
                OneDatabase.class);
    }

    private void assertPlacesOnce(ApplicationContext context) {
        @SuppressWarnings("unchecked")
        Idempotency<String> claims = context.getBean("orderClaims", Idempotency.class);
        Attempt attempt = Attempt.of(new Scope("acme"), new IdempotencyKey("key"), Fingerprint.none());
        assertThat(claims.once(attempt, claim -> "1")).isInstanceOf(Outcome.FirstRun.class);
        assertThat(claims.once(attempt, claim -> "1")).isInstanceOf(Outcome.Replay.class);
    }

    private void assertRefused(List<String> settings, Class<?>... application) {
        assertThatThrownBy(() -> start(settings, context -> {}, application)).isNotNull();
    }

    private static void start(List<String> settings, Consumer<ApplicationContext> look, Class<?>... application) {
        List<String> all = new ArrayList<>(List.of(
                "--once.migrations.enabled=false",
                "--once.local-postgres.enabled=false",
                "--logging.level.dev.once.core=INFO"));
        all.addAll(settings);
        try (var context = new SpringApplicationBuilder(application)
                .web(WebApplicationType.NONE)
                .run(all.toArray(String[]::new))) {
            look.accept(context);
        }
    }

    private List<String> twoDatabases() {
        return List.of("--orders=" + orders.get().jdbcUrl(), "--reports=" + REPORTS.jdbcUrl());
    }

    private static List<String> oneDatabase(Database database) {
        return List.of(
                "--spring.datasource.url=" + database.jdbcUrl(),
                "--spring.datasource.username=" + database.username(),
                "--spring.datasource.password=" + database.password());
    }

    private static List<String> with(List<String> settings, String... more) {
        List<String> all = new ArrayList<>(settings);
        all.addAll(List.of(more));
        return all;
    }

    private static void create(Database database) {
        jdbc(database).execute(TABLES);
    }

    private static long count(Database database, String table) {
        Long rows = jdbc(database).queryForObject("select count(*) from " + table, Long.class);
        return rows == null ? 0 : rows;
    }

    private static JdbcTemplate jdbc(Database database) {
        return new JdbcTemplate(new org.springframework.jdbc.datasource.DriverManagerDataSource(
                database.jdbcUrl(), database.username(), database.password()));
    }

    private static HikariDataSource pool(String url) {
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl(url);
        pool.setUsername(REPORTS.username());
        pool.setPassword(REPORTS.password());
        return pool;
    }

    private static LocalContainerEntityManagerFactoryBean entitiesIn(DataSource dataSource) {
        LocalContainerEntityManagerFactoryBean entities = new LocalContainerEntityManagerFactoryBean();
        entities.setDataSource(dataSource);
        entities.setPackagesToScan("dev.once.proof.adopter");
        entities.setJpaVendorAdapter(new HibernateJpaVendorAdapter());
        entities.setJpaPropertyMap(Map.of(
                "hibernate.physical_naming_strategy",
                "org.hibernate.boot.model.naming.CamelCaseToUnderscoresNamingStrategy"));
        return entities;
    }
}
