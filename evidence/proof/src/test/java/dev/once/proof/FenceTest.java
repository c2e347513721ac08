package dev.once.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.once.core.Claim;
import dev.once.core.Idempotencies;
import dev.once.core.Idempotency;
import dev.once.core.Outcome;
import dev.once.core.autoconfigure.DatabaseDefaults;
import dev.once.core.protocol.ProtocolObserver;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** No write without a {@code Write}: what the types and the database enforce. */
class FenceTest {

    private final Lab lab = Lab.open();

    @AfterEach
    void close() {
        lab.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "insert into lab.effects (scope, idempotency_key) values ('x', 'y')",
                "with w as (insert into lab.effects (scope, idempotency_key) values ('x', 'y') returning 1) select * from w",
                "update lab.effects set scope = 'z'",
                "delete from lab.effects",
                "truncate lab.effects",
                "merge into lab.effects e using (values (1)) v (n) on false when not matched then insert (scope, idempotency_key) values ('x', 'y')",
                "create table lab.sneaky (n int)",
                "drop table lab.effects",
                "do $$ begin insert into lab.effects (scope, idempotency_key) values ('x', 'y'); end $$",
                "select from lab.answers for update",
                "alter table lab.effects add column sneaky int",
                "copy lab.effects (scope, idempotency_key) from program 'true'",
                "select nextval('lab.numbers')"
            })
    void a_smuggled_write_of_any_kind_is_refused(String sql) {
        lab.run("create sequence lab.numbers");
        JdbcTemplate smuggler = new JdbcTemplate(lab.pool(1, DatabaseDefaults.INIT_SQL));

        assertThatThrownBy(() -> smuggler.execute(sql))
                .rootCause()
                .isInstanceOfSatisfying(SQLException.class, e -> assertThat(e.getSQLState())
                        .isIn("25006", sql.startsWith("merge") ? "42601" : "25006"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "options=-c%20default_transaction_read_only=off",
                "readOnly=false",
                "readOnlyMode=always",
                "options=-c%20default_transaction_read_only=off%20-c%20statement_timeout=0"
            })
    void whatever_the_url_says(String parameters) {
        String url = lab.database.jdbcUrl();
        try (Lab asked = lab.by(url + (url.contains("?") ? "&" : "?") + parameters);
                HikariDataSource pool = asked.pool(1, DatabaseDefaults.INIT_SQL)) {
            JdbcTemplate smuggler = new JdbcTemplate(pool);
            assertThatThrownBy(() ->
                            smuggler.execute("insert into lab.effects (scope, idempotency_key) values ('x', 'y')"))
                    .rootCause()
                    .isInstanceOfSatisfying(
                            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("25006"));
        }
    }

    @Test
    void a_transaction_of_ones_own_is_refused_too_and_the_pool_is_read_only_again_after_a_claim() {
        HikariDataSource pool = lab.pool(1, DatabaseDefaults.INIT_SQL);
        Idempotency<String> idempotency = new Idempotencies(
                        pool,
                        Idempotencies.Limits.forPoolOf(1),
                        UnaryOperator.identity(),
                        new io.micrometer.core.instrument.simple.SimpleMeterRegistry(),
                        ProtocolObserver.NONE)
                .of(Lab.answers());
        idempotency.once(Lab.attempt("key"), Lab::effect);
        TransactionTemplate own = new TransactionTemplate(new DataSourceTransactionManager(pool));

        assertThatThrownBy(() -> own.executeWithoutResult(status -> new JdbcTemplate(pool)
                        .update("insert into lab.effects (scope, idempotency_key) values ('x', 'y')")))
                .rootCause()
                .isInstanceOfSatisfying(
                        SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("25006"));
        assertThat(idempotency.once(Lab.attempt("other"), Lab::effect)).isInstanceOf(Outcome.FirstRun.class);
    }

    @Test
    void claims_do_not_nest_and_do_not_join_a_running_transaction() {
        Idempotencies instance = lab.instance();
        Idempotency<String> idempotency = instance.of(Lab.answers());

        assertThatThrownBy(() -> idempotency.once(Lab.attempt("outer"), outer -> idempotency
                        .once(Lab.attempt("inner"), Lab::effect)
                        .toString()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("Claims do not nest");
        assertThatThrownBy(() -> idempotency.once(
                        Lab.attempt("outer"), outer -> instance.writes().repeatable(w -> "x")))
                .hasMessageContaining("Claims do not nest");
        assertThat(lab.number("select count(*) from lab.answers")).isZero();
    }

    @Test
    void a_claim_kept_after_its_transaction_is_dead_and_says_so() {
        Idempotency<String> idempotency = lab.instance().of(Lab.answers());
        AtomicReference<Claim> kept = new AtomicReference<>();
        idempotency.once(Lab.attempt("key"), claim -> {
            kept.set(claim);
            return "kept";
        });

        assertThatThrownBy(() -> Lab.effect(kept.get())).hasMessageContaining("dead");
        assertThatThrownBy(() -> kept.get().unique().sql("select 1")).hasMessageContaining("dead");
        assertThatThrownBy(() -> kept.get().outbox("topic", "{}")).hasMessageContaining("dead");
    }

    @Test
    void a_claim_does_not_leave_its_thread() {
        Idempotency<String> idempotency = lab.instance().of(Lab.answers());

        assertThatThrownBy(() -> idempotency.once(
                        Lab.attempt("key"), claim -> CompletableFuture.supplyAsync(() -> Lab.effect(claim))
                                .join()))
                .hasRootCauseInstanceOf(InvalidDataAccessApiUsageException.class)
                .hasStackTraceContaining("belongs to thread");
    }

    @Test
    void reads_of_others_inside_the_claim_join_its_connection() {
        HikariDataSource pool = lab.pool(2, DatabaseDefaults.INIT_SQL);
        Idempotency<String> idempotency = new Idempotencies(
                        pool,
                        Idempotencies.Limits.forPoolOf(2),
                        UnaryOperator.identity(),
                        new io.micrometer.core.instrument.simple.SimpleMeterRegistry(),
                        ProtocolObserver.NONE)
                .of(Lab.answers());

        idempotency.once(Lab.attempt("key"), claim -> {
            Lab.effect(claim);
            assertThat(new JdbcTemplate(pool).queryForObject("select count(*) from lab.effects", Long.class))
                    .isEqualTo(1);
            return "seen";
        });
    }

    @Test
    void a_natural_unique_makes_one_row_and_finds_it_again() {
        lab.run("create table lab.customers (email text constraint customers_email unique)");
        Idempotencies instance = lab.instance();
        var blows = dev.once.faults.Hammer.of(20).strike(i -> instance.writes()
                .unique(
                        write -> write.sql(
                                        "insert into lab.customers values ('a@b.test') on conflict do nothing returning email")
                                .query(String.class)
                                .optional(),
                        () -> Optional.of("a@b.test")));

        assertThat(blows.failures()).isEmpty();
        assertThat(blows.count(created -> created.isNew())).isEqualTo(1);
        assertThat(lab.number("select count(*) from lab.customers")).isEqualTo(1);
    }
}
