package dev.once.proof.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.once.core.Writes;
import dev.once.core.outbox.OutboxHandler;
import dev.once.core.outbox.OutboxMessage;
import dev.once.core.retention.EffectTable;
import dev.once.core.retention.Retention;
import dev.once.core.support.StartupRefusedException;
import dev.once.faults.Hammer;
import dev.once.localpostgres.Database;
import dev.once.localpostgres.TestPostgres;
import dev.once.migrations.Migrations;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** The core's own tables: made or checked at start, in a schema of any name, and needed only where they are used. */
@ExtendWith(OutputCaptureExtension.class)
class CoreSchemaTest {

    private final Database database = WebShop.newDatabase();
    private final JdbcClient sql = WebShop.sql(database);

    @Import(WebShop.ApplicationBefore.class)
    static class WithHandler {

        @Bean
        OutboxHandler mails() {
            return new OutboxHandler() {
                @Override
                public String topic() {
                    return "mail";
                }

                @Override
                public void handle(OutboxMessage message) {}
            };
        }
    }

    @Import(WebShop.ApplicationBefore.class)
    static class WithEffects {

        @Bean
        EffectTable orders() {
            return new EffectTable("orders", List.of("tenant"), "created_at", Duration.ofDays(1));
        }
    }

    @Test
    void an_operation_without_its_table_is_refused_at_start_with_the_sql_that_is_missing(CapturedOutput output) {
        assertThatThrownBy(() -> WebShop.open(database, Map.of()))
                .hasRootCauseInstanceOf(StartupRefusedException.class);
        assertThat(output).contains("There is no table once.claims", "once.schema=create");

        sql.sql(printed(output, "create schema if not exists once;", "never logged.';"))
                .update();
        try (WebShop shop = WebShop.open(database, Map.of())) {
            assertThat(shop.place("acme", "key", "tea").statusCode()).isEqualTo(201);
        }
    }

    @Test
    void a_table_that_cannot_serve_is_refused_at_start(CapturedOutput output) {
        sql.sql(
                        """
                        create schema once;
                        create table once.claims (
                          operation text not null, scope text not null, idempotency_key text not null, fingerprint bytea not null,
                          status int, headers text, body bytea, created_at timestamptz not null default now(),
                          expires_at timestamptz not null, primary key (scope, idempotency_key))
                        """)
                .update();
        assertThatThrownBy(() -> WebShop.open(database, Map.of()))
                .hasRootCauseInstanceOf(StartupRefusedException.class);
        assertThat(output).contains("no unique index on exactly (operation, scope, idempotency_key)");
    }

    @Test
    void four_instances_make_the_tables_of_an_empty_database_at_once_and_start(CapturedOutput output) {
        var shops = Hammer.of(4)
                .within(Duration.ofMinutes(2))
                .strike(i -> WebShop.openBeside(database, Map.of("once.schema", "create")))
                .answersOfAll();
        try {
            assertThat(shops).allSatisfy(shop -> assertThat(
                            shop.place("acme", "key", "tea").statusCode())
                    .isEqualTo(201));
            assertThat(sql.sql("select count(*) from orders").query(Long.class).single())
                    .isEqualTo(1);
        } finally {
            shops.forEach(WebShop::close);
        }
    }

    @Test
    void who_makes_the_tables_does_it_alone() throws Exception {
        try (var other = DriverManager.getConnection(database.jdbcUrl(), database.username(), database.password());
                var statement = other.createStatement()) {
            statement.execute("select pg_advisory_lock(hashtextextended('once schema once', 0))");
            var shop = CompletableFuture.supplyAsync(() -> WebShop.open(database, Map.of("once.schema", "create")));
            await().atMost(Duration.ofSeconds(30)).until(() -> sql.sql(
                            "select count(*) from pg_locks where locktype = 'advisory' and not granted"
                                    + " and database = (select oid from pg_database where datname = current_database())")
                    .query(Long.class)
                    .single()
                    .equals(1L));
            assertThat(sql.sql("select to_regclass('once.claims') is null")
                            .query(Boolean.class)
                            .single())
                    .isTrue();
            statement.execute("select pg_advisory_unlock_all()");
            shop.get().close();
        }
        assertThat(sql.sql("select to_regclass('once.claims') is not null")
                        .query(Boolean.class)
                        .single())
                .isTrue();
    }

    @Test
    void they_are_made_behind_the_fence_too_and_a_second_start_changes_nothing() {
        Map<String, Object> settings = Map.of("once.schema", "create", "once.fence", "enforce");
        try (WebShop shop = WebShop.open(database, settings)) {
            assertThat(shop.place("acme", "key", "tea").statusCode()).isEqualTo(201);
        }
        String before = catalog(sql, "once");
        try (WebShop shop = WebShop.open(database, settings)) {
            assertThat(shop.place("acme", "key", "tea").headers().firstValue("Idempotent-Replayed"))
                    .contains("true");
        }
        assertThat(catalog(sql, "once")).isEqualTo(before);
    }

    @Test
    void the_schema_may_have_another_name() {
        Map<String, Object> settings = Map.of("once.schema", "create", "once.schema-name", "idempotency");
        try (WebShop shop = WebShop.open(database, settings)) {
            assertThat(shop.place("acme", "key", "tea").statusCode()).isEqualTo(201);
            assertThat(shop.get("/actuator/once").body()).contains("\"table\":\"idempotency.claims\"");
            shop.context
                    .getBean(Writes.class)
                    .unique(write -> Optional.of(write.outbox("mail", "{}")), Optional::empty);
            assertThat(shop.get("/actuator/once").body()).contains("\"topic\":\"mail\"");
            assertThat(shop.context.getBean(Retention.class).sweepEverywhere())
                    .containsKeys("idempotency.claims", "idempotency.outbox");
        }
        assertThat(sql.sql("select to_regnamespace('once') is null")
                        .query(Boolean.class)
                        .single())
                .isTrue();
    }

    @Test
    void a_schema_name_that_is_no_identifier_is_refused(CapturedOutput output) {
        assertThatThrownBy(() -> WebShop.open(database, Map.of("once.schema-name", "once; drop")))
                .hasRootCauseInstanceOf(StartupRefusedException.class);
        assertThat(output).contains("once.schema-name cannot be used", "no plain SQL identifier");
    }

    @Test
    void what_is_made_is_what_the_migrations_make() {
        WebShop.open(database, Map.of("once.schema", "create")).close();
        Database migrated = TestPostgres.shared().newDatabase();
        Migrations.migrate(
                new DriverManagerDataSource(migrated.jdbcUrl(), migrated.username(), migrated.password()),
                List.of("core"));

        assertThat(catalog(sql, "once")).isEqualTo(catalog(WebShop.sql(migrated), "once"));
    }

    @Test
    void a_service_that_uses_none_of_them_starts_and_runs_without(CapturedOutput output) {
        try (WebShop shop = WebShop.open(
                WebShop.ApplicationBefore.class,
                database,
                Map.of("once.retention.check-every", "50ms", "once.retention.every", "50ms"))) {
            answersQuietlyWithoutTheOutbox(shop, output);
        }
    }

    @Test
    void one_that_uses_only_the_shared_claims_needs_neither_outbox_nor_registers(CapturedOutput output) {
        WebShop.open(database, Map.of("once.schema", "create")).close();
        sql.sql("drop table once.outbox, once.ledgers, once.effects").update();
        try (WebShop shop =
                WebShop.open(database, Map.of("once.retention.check-every", "50ms", "once.retention.every", "50ms"))) {
            assertThat(shop.place("acme", "key", "tea").statusCode()).isEqualTo(201);
            assertThat(shop.delete("/actuator/once/orders?scope=acme").body()).contains("\"erasedAnswers\":1");
            // What the housekeeper does, it does on connections of the pool: some rounds of it.
            Timer used = shop.context
                    .getBean(MeterRegistry.class)
                    .get("hikaricp.connections.usage")
                    .timer();
            long before = used.count();
            await().atMost(Duration.ofMinutes(1)).until(() -> used.count() > before + 10);
            answersQuietlyWithoutTheOutbox(shop, output);
        }
    }

    private void answersQuietlyWithoutTheOutbox(WebShop shop, CapturedOutput output) {
        assertThat(shop.get("/actuator/once").statusCode()).isEqualTo(200);
        assertThat(shop.get("/actuator/prometheus").body()).contains("once_outbox_backlog 0.0");
        assertThat(output).doesNotContain("WARN", "ERROR", "does not exist");
    }

    @Test
    void handlers_of_an_outbox_that_is_not_there_are_refused_at_start(CapturedOutput output) {
        assertThatThrownBy(() -> WebShop.open(WithHandler.class, database, Map.of()))
                .hasRootCauseInstanceOf(StartupRefusedException.class);
        assertThat(output).contains("There is no table once.outbox", "create table once.outbox (");
    }

    @Test
    void tables_of_effects_without_their_register_are_refused_at_start(CapturedOutput output) {
        assertThatThrownBy(() -> WebShop.open(WithEffects.class, database, Map.of()))
                .hasRootCauseInstanceOf(StartupRefusedException.class);
        assertThat(output).contains("There is no table once.effects", "create table once.effects (");
    }

    @Test
    void a_table_of_an_older_version_is_refused_with_the_column_that_is_missing(CapturedOutput output) {
        WebShop.open(database, Map.of("once.schema", "create")).close();
        sql.sql("alter table once.outbox drop column lease").update();
        assertThatThrownBy(() -> WebShop.open(WithHandler.class, database, Map.of()))
                .hasRootCauseInstanceOf(StartupRefusedException.class);
        assertThat(output).contains("alter table once.outbox add column lease bigint not null default 0;");
    }

    private static String printed(CapturedOutput output, String first, String last) {
        String all = output.getOut();
        int from = all.lastIndexOf(first);
        return all.substring(from, all.indexOf(last, from) + last.length());
    }

    /** Tables, columns, constraints, indexes and comments, in words. Flyway's history is its own. */
    private static String catalog(JdbcClient sql, String schema) {
        return String.join(
                "\n",
                sql.sql(
                                """
                                with tables as (
                                  select oid, relname, reloptions from pg_class
                                  where relnamespace = to_regnamespace(:schema) and relkind = 'r' and relname <> 'schema_history')
                                select format('table %s %s %s', relname, reloptions, obj_description(oid)) from tables
                                union all
                                select format('column %s.%s %s %s %s %s %s', relname, attname, format_type(atttypid, atttypmod),
                                  attcollation::regcollation, attnotnull, pg_get_expr(adbin, adrelid), col_description(attrelid, attnum))
                                from tables join pg_attribute on attrelid = tables.oid and attnum > 0 and not attisdropped
                                left join pg_attrdef on adrelid = attrelid and adnum = attnum
                                union all
                                select format('constraint %s %s %s', relname, conname, pg_get_constraintdef(pg_constraint.oid))
                                from tables join pg_constraint on conrelid = tables.oid
                                union all
                                select pg_get_indexdef(indexrelid) from tables join pg_index on indrelid = tables.oid
                                order by 1
                                """)
                        .param("schema", schema)
                        .query(String.class)
                        .list());
    }
}
