package dev.once.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.once.core.Attempt;
import dev.once.core.Idempotencies;
import dev.once.core.Idempotency;
import dev.once.core.Ledger;
import dev.once.core.Outcome;
import dev.once.core.Stored;
import dev.once.core.protocol.ProtocolObserver;
import dev.once.core.support.StartupRefusedException;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.jdbc.CannotGetJdbcConnectionException;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** A ledger is compared with its table where it is declared: what would fail at the first attempt is refused, with the SQL that cures it. */
@ExtendWith(OutputCaptureExtension.class)
class LedgerStartTest {

    private static final Lab DATABASE = Lab.open();

    private final Lab lab = DATABASE.by(DATABASE.database.jdbcUrl());

    @BeforeEach
    void with_no_table_of_orders() {
        lab.run("drop schema if exists shop cascade; create schema shop");
    }

    @AfterEach
    void close() {
        lab.close();
    }

    static Stream<Arguments> tablesThatCannotWork() {
        return Stream.of(
                cannot("there is no such table", "", "there is no table shop.orders"),
                cannot(
                        "no unique constraint",
                        "create table shop.orders (%s)".formatted(COLUMNS),
                        "no unique index on exactly (scope, idempotency_key)"),
                cannot(
                        "a key without its scope",
                        "create table shop.orders (%s, primary key (idempotency_key))".formatted(COLUMNS),
                        "no unique index on exactly (scope, idempotency_key)"),
                cannot(
                        "one column more than scope and key",
                        "create table shop.orders (%s, primary key (scope, idempotency_key, created_at))"
                                .formatted(COLUMNS),
                        "no unique index on exactly (scope, idempotency_key)"),
                cannot(
                        "a partial index",
                        "create table shop.orders (%s); create unique index on shop.orders (scope, idempotency_key) where answer is null"
                                .formatted(COLUMNS),
                        "no unique index on exactly (scope, idempotency_key)"),
                cannot(
                        "an index on expressions",
                        "create table shop.orders (%s); create unique index on shop.orders (scope, lower(idempotency_key))"
                                .formatted(COLUMNS),
                        "no unique index on exactly (scope, idempotency_key)"),
                cannot(
                        "a constraint that is checked too late",
                        "create table shop.orders (%s, unique (scope, idempotency_key) deferrable)".formatted(COLUMNS),
                        "no unique index on exactly (scope, idempotency_key)"),
                cannot(
                        "a key that may be null",
                        table("idempotency_key text collate \"C\" not null", "idempotency_key text", "unique"),
                        "idempotency_key may be null"),
                cannot(
                        "a padded key",
                        table("idempotency_key text collate \"C\" not null", "idempotency_key char(40) not null"),
                        "idempotency_key is of type character(40)"),
                cannot(
                        "a key that does not know upper from lower case",
                        "create collation shop.careless (provider = icu, locale = 'und-u-ks-level2', deterministic = false);"
                                + table(
                                        "idempotency_key text collate \"C\"",
                                        "idempotency_key text collate shop.careless"),
                        "idempotency_key compares different keys as equal"),
                cannot(
                        "a scope of another type than declared",
                        table("scope text collate \"C\"", "scope uuid"),
                        "scope is of type uuid and not text"),
                cannot(
                        "a fingerprint that is text",
                        table("fingerprint bytea", "fingerprint text"),
                        "fingerprint is of type text and not bytea"),
                cannot("no fingerprint", table("fingerprint bytea not null, ", ""), "there is no column fingerprint"),
                cannot("no column for the answer", table("answer text,", ""), "there is no column answer"),
                cannot("no recorded column", table("channel text,", ""), "there is no column channel"),
                cannot(
                        "an answer that must not be null",
                        table("answer text", "answer text not null"),
                        "answer may not be null"),
                cannot("an answer that is reordered", table("answer text", "answer jsonb"), "answer is of type jsonb"),
                cannot(
                        "an answer that is padded",
                        table("answer text", "answer char(20)"),
                        "answer is of type character(20)"),
                cannot(
                        "an answer that the database makes up",
                        table("answer text", "answer text generated always as ('x') stored"),
                        "answer is generated by the database"),
                cannot(
                        "no time of the claim",
                        table("created_at timestamptz not null default now()", "made_at timestamptz"),
                        "there is no column created_at"),
                cannot(
                        "a time of the claim that nobody fills",
                        table("created_at timestamptz not null default now()", "created_at timestamptz not null"),
                        "created_at has no default"),
                cannot(
                        "a time of the claim that may be null",
                        table("created_at timestamptz not null default now()", "created_at timestamptz default now()"),
                        "created_at may be null"),
                cannot(
                        "a time of the claim without a zone",
                        table("created_at timestamptz", "created_at timestamp"),
                        "created_at is of type timestamp without time zone"),
                cannot(
                        "an expiry that is a date",
                        table("expires_at timestamptz", "expires_at date"),
                        "expires_at is of type date"),
                cannot(
                        "a column that the claim does not fill",
                        table("answer text", "\"Region\" text not null, answer text"),
                        "Region may not be null and has no default"),
                cannot(
                        "a table that a crash of the server empties",
                        "create unlogged table shop.orders (%s, primary key (scope, idempotency_key))"
                                .formatted(COLUMNS),
                        "is unlogged"));
    }

    private static final String COLUMNS =
            """
            scope text collate "C" not null, idempotency_key text collate "C" not null, fingerprint bytea not null, \
            channel text, answer text, created_at timestamptz not null default now(), expires_at timestamptz not null""";

    private static String table(String column, String instead) {
        return table(column, instead, "primary key");
    }

    private static String table(String column, String instead, String constraint) {
        assertThat(COLUMNS).contains(column);
        return "create table shop.orders (%s, %s (scope, idempotency_key))"
                .formatted(COLUMNS.replace(column, instead), constraint);
    }

    private static Arguments cannot(String what, String table, String sentence) {
        return Arguments.of(what, table, sentence);
    }

    private static Ledger.Builder ledger() {
        return Ledger.named("orders")
                .table("shop.orders")
                .fingerprint("fingerprint")
                .records("channel")
                .expiresAt("expires_at");
    }

    private static Ledger<String> orders() {
        return ledger().storing(Stored.text("answer"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("tablesThatCannotWork")
    void a_table_that_cannot_work_is_refused_and_the_printed_sql_cures_it(String what, String table, String sentence) {
        lab.run(table);

        StartupRefusedException refused = refusal(orders());
        assertThat(refused).hasMessageContaining("'orders'").hasMessageContaining(sentence);

        lab.run(sqlOf(refused));
        Idempotency<String> idempotency = lab.instance().of(orders());
        Attempt attempt = Lab.attempt("key").with("channel", "web");
        assertThat(idempotency.once(attempt, Lab::effect)).isEqualTo(new Outcome.FirstRun<>("done key"));
        assertThat(idempotency.once(attempt, Lab::effect)).isEqualTo(new Outcome.Replay<>("done key"));
    }

    @Test
    void all_that_is_wrong_is_told_at_once() {
        lab.run("create table shop.orders (scope text not null, idempotency_key text, answer jsonb not null)");

        StartupRefusedException refused = refusal(orders());

        assertThat(refused.getMessage())
                .contains(
                        "idempotency_key may be null",
                        "there is no column fingerprint",
                        "there is no column channel",
                        "answer is of type jsonb",
                        "answer may not be null",
                        "there is no column created_at",
                        "there is no column expires_at",
                        "no unique index on exactly (scope, idempotency_key)");
        lab.run(sqlOf(refused));
        assertThatCode(() -> lab.instance().of(orders())).doesNotThrowAnyException();
    }

    /** An index that was built concurrently and failed is there, and checks nothing. */
    @Test
    void an_index_that_is_not_valid_does_not_count() {
        lab.run("create table shop.orders (%s)".formatted(COLUMNS));
        lab.run(
                "insert into shop.orders select 'acme', 'twice', '', null, null, now(), now() from generate_series(1, 2)");
        assertThatThrownBy(() ->
                        lab.run("create unique index concurrently orders_once on shop.orders (scope, idempotency_key)"))
                .hasStackTraceContaining("could not create unique index");
        lab.run("truncate shop.orders");

        assertThat(refusal(orders())).hasMessageContaining("no unique index on exactly (scope, idempotency_key)");
    }

    @Test
    void a_view_is_no_ledger() {
        lab.run("create view shop.orders as select * from lab.expiring");
        assertThat(refusal(orders())).hasMessageContaining("shop.orders is no table");
    }

    @Test
    void columns_in_the_other_order_a_surrogate_key_and_a_partitioned_table_are_fine(CapturedOutput output) {
        lab.run(
                "create table shop.orders (id bigint generated always as identity primary key, %s, unique (idempotency_key, scope))"
                        .formatted(COLUMNS));
        lab.instance().of(orders());
        lab.run(
                """
                drop table shop.orders;
                create table shop.orders (%s, primary key (scope, idempotency_key)) partition by hash (scope);
                create table shop.orders_0 partition of shop.orders for values with (modulus 1, remainder 0)"""
                        .formatted(COLUMNS));
        lab.instance().of(orders());
        assertThat(output).doesNotContain("WARN");
    }

    /** Its violation would be an error and not a replay: the attempt fails, and nothing is done twice. */
    @Test
    void another_unique_constraint_is_warned_about(CapturedOutput output) {
        lab.run(
                "create table shop.orders (%s, primary key (scope, idempotency_key), constraint orders_channel unique (channel))"
                        .formatted(COLUMNS));
        lab.instance().of(orders());
        assertThat(output).contains("orders_channel").contains("(channel)");
    }

    @Test
    void a_name_without_a_schema_is_found_by_the_search_path() {
        lab.run("create table public.orders (%s, primary key (scope, idempotency_key))".formatted(COLUMNS));
        Ledger<String> unqualified = ledger().table("orders").storing(Stored.text("answer"));
        assertThatCode(() -> lab.instance().of(unqualified)).doesNotThrowAnyException();

        lab.run("alter table public.orders set schema shop");
        assertThat(refusal(unqualified)).hasMessageContaining("there is no table orders");
    }

    @Test
    void every_type_of_a_stored_value_has_its_column_and_comes_back_as_it_was() {
        lab.run(
                """
                create table shop.orders (
                  scope uuid not null, idempotency_key varchar(255) not null, created_at timestamptz not null default now(),
                  t text, v varchar(50), j json, u uuid, b bytea, i int, s smallint, l bigint,
                  primary key (scope, idempotency_key))""");
        List<Stored.Column> columns = List.of(
                new Stored.Column("t", String.class),
                new Stored.Column("v", String.class),
                new Stored.Column("j", String.class),
                new Stored.Column("u", UUID.class),
                new Stored.Column("b", byte[].class),
                new Stored.Column("i", Integer.class),
                new Stored.Column("s", Integer.class),
                new Stored.Column("l", Long.class));
        List<@Nullable Object> values = Arrays.asList(
                "text ", "v ", "{\"b\": 1,  \"a\":2}", UUID.randomUUID(), new byte[] {0, -1}, 7, 8, Long.MAX_VALUE);
        Idempotency<List<@Nullable Object>> idempotency = lab.instance()
                .of(Ledger.named("orders")
                        .table("shop.orders")
                        .scope("scope", "uuid")
                        .storing(new Stored<>(columns, row -> row, row -> row)));
        Attempt attempt = Attempt.of(
                new dev.once.core.Scope(UUID.randomUUID().toString()),
                new dev.once.core.IdempotencyKey("key"),
                dev.once.core.Fingerprint.none());

        assertThat(idempotency.once(attempt, claim -> values)).isInstanceOf(Outcome.FirstRun.class);
        assertThat(idempotency.once(attempt, claim -> values))
                .isInstanceOfSatisfying(Outcome.Replay.class, replay -> assertThat((List<?>) replay.result())
                        .usingRecursiveComparison()
                        .isEqualTo(values));
    }

    @Test
    void a_role_that_may_not_claim_is_told_what_it_lacks(CapturedOutput output) {
        lab.run("create table shop.orders (%s, primary key (scope, idempotency_key))".formatted(COLUMNS));
        String role = "clerk_" + UUID.randomUUID().toString().substring(0, 8);
        lab.run("create role %s login password 'change-me'".formatted(role));
        try {
            var dataSource = new DriverManagerDataSource(lab.database.jdbcUrl(), role, "change-me");
            StartupRefusedException refused = catchThrowableOfType(
                    StartupRefusedException.class, () -> instance(dataSource).of(orders()));
            assertThat(refused)
                    .hasMessageContaining(role + " may not use the schema shop")
                    .hasMessageContaining("may not select, insert, update");

            lab.run(sqlOf(refused));
            instance(dataSource).of(orders());
            assertThat(output).contains("may not delete from shop.orders");
        } finally {
            lab.run("drop owned by %s; drop role %s".formatted(role, role));
        }
    }

    /** What is never updated need not be updatable: an append-only ledger of a role that may only add. */
    @Test
    void a_claim_only_ledger_needs_no_update() {
        String role = "clerk_" + UUID.randomUUID().toString().substring(0, 8);
        lab.run(
                """
                create role %1$s login password 'change-me';
                grant usage on schema lab to %1$s;
                grant select, insert (scope, idempotency_key) on lab.claims to %1$s"""
                        .formatted(role));
        try {
            var idempotency = instance(new DriverManagerDataSource(lab.database.jdbcUrl(), role, "change-me"))
                    .of(Lab.claims());
            assertThat(idempotency.once(Lab.attempt("key"), claim -> dev.once.core.Done.DONE))
                    .isInstanceOf(Outcome.FirstRun.class);
        } finally {
            lab.run("drop owned by %s; drop role %s".formatted(role, role));
        }
    }

    @Test
    void a_wait_that_outlasts_the_drivers_patience_is_refused() {
        String url = lab.database.jdbcUrl();
        try (Lab impatient = lab.by(url + (url.contains("?") ? "&" : "?") + "socketTimeout=3")) {
            Idempotencies instance = impatient.instance();
            assertThatThrownBy(() -> instance.of(Lab.answers(Duration.ofSeconds(3))))
                    .isInstanceOf(StartupRefusedException.class)
                    .hasMessageContaining("would wait 3s")
                    .hasMessageContaining("socketTimeout is 3s");
            assertThatCode(() -> instance.of(Lab.answers(Duration.ofMillis(2900))))
                    .doesNotThrowAnyException();
        }
    }

    @Test
    void a_database_that_does_not_answer_is_a_sentence() {
        var nowhere = new DriverManagerDataSource("jdbc:postgresql://127.0.0.1:1/none", "nobody", "");
        assertThatThrownBy(() -> instance(nowhere).of(Lab.answers()))
                .isInstanceOf(CannotGetJdbcConnectionException.class)
                .hasStackTraceContaining("Connection to 127.0.0.1:1 refused");
    }

    @Test
    void a_detail_that_the_ledger_does_not_record_is_refused_before_anything_is_written() {
        lab.run("create table shop.orders (%s, primary key (scope, idempotency_key))".formatted(COLUMNS));
        Idempotency<String> idempotency = lab.instance().of(orders());

        assertThatThrownBy(() -> idempotency.once(Lab.attempt("typo").with("chanel", "web"), Lab::effect))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'orders' records channel, and not chanel");

        assertThat(lab.number("select count(*) from shop.orders")).isZero();
        assertThat(lab.effects("typo")).isZero();
    }

    private StartupRefusedException refusal(Ledger<?> ledger) {
        StartupRefusedException refused = catchThrowableOfType(
                StartupRefusedException.class, () -> lab.instance().of(ledger));
        assertThat(refused).as("a refusal").isNotNull();
        return refused;
    }

    /** What stands below the first line. */
    private static String sqlOf(StartupRefusedException refused) {
        return refused.whatToDo().substring(refused.whatToDo().indexOf('\n'));
    }

    private static Idempotencies instance(javax.sql.DataSource dataSource) {
        return new Idempotencies(
                dataSource,
                Idempotencies.Limits.forPoolOf(10),
                UnaryOperator.identity(),
                new SimpleMeterRegistry(),
                ProtocolObserver.NONE);
    }
}
