package dev.once.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.once.core.Idempotencies;
import dev.once.core.Idempotency;
import dev.once.core.Outcome;
import java.sql.Connection;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.dao.TransientDataAccessResourceException;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/** Pools as they come: whatever the application has set on its connections, it finds again. */
class PoolsTest {

    private final Lab lab = Lab.open();

    @AfterEach
    void close() {
        lab.close();
    }

    @Test
    void a_pool_without_auto_commit_works_and_gets_its_connections_back_without_it() throws Exception {
        HikariDataSource pool = lab.poolWithoutFence(1);
        pool.setAutoCommit(false);
        Idempotencies core = Lab.on(pool);
        Idempotency<String> idempotency = core.of(Lab.answers());

        assertThat(idempotency.once(Lab.attempt("key"), Lab::effect)).isInstanceOf(Outcome.FirstRun.class);
        assertThat(idempotency.once(Lab.attempt("key"), Lab::effect)).isInstanceOf(Outcome.Replay.class);
        assertThat(idempotency.answered(Lab.attempt("key"))).isPresent();
        int deleted = core.writes()
                .repeatable(write -> write.sql("delete from lab.effects").update());
        assertThat(deleted).isEqualTo(1);
        assertThat(core.writes()
                        .unique(write -> Optional.of("made"), Optional::empty)
                        .isNew())
                .isTrue();
        assertThat(lab.effects("key")).isZero();
        try (Connection connection = pool.getConnection()) {
            assertThat(connection.getAutoCommit()).isFalse();
        }
    }

    /** A pool such as Hikari would put it right by itself; not every pool looks. */
    @Test
    void a_connection_without_auto_commit_goes_back_without_it() throws Exception {
        try (Connection connection = lab.connect()) {
            connection.setAutoCommit(false);
            Idempotencies core = Lab.on(new SingleConnectionDataSource(connection, true));
            Idempotency<String> idempotency = core.of(Lab.answers());
            connection.commit();

            idempotency.once(Lab.attempt("key"), Lab::effect);
            assertThat(connection.getAutoCommit()).isFalse();
            idempotency.answered(Lab.attempt("key"));
            assertThat(connection.getAutoCommit()).isFalse();
            assertThat(
                            lab.number(
                                    "select count(*) from pg_stat_activity where datname = current_database() and state like 'idle in%'"))
                    .as("transactions that were left open")
                    .isZero();
            connection.rollback();
        }
        assertThat(lab.effects("key")).isEqualTo(1);
    }

    @Test
    void a_statement_timeout_of_the_session_is_in_force_again_inside_the_work() {
        HikariDataSource pool = lab.pool(1, "set statement_timeout = '7s'");
        Idempotency<String> idempotency = Lab.on(pool).of(Lab.answers());

        assertThat(idempotency.once(
                        Lab.attempt("key"), claim -> claim.sql("select current_setting('statement_timeout')")
                                .query(String.class)
                                .single()))
                .isEqualTo(new Outcome.FirstRun<>("7s"));
    }

    @Test
    void a_connection_that_the_pool_gives_too_late_goes_back_unused() throws Exception {
        HikariDataSource pool = lab.poolWithoutFence(1);
        Duration wait = Duration.ofMillis(300);
        Idempotency<String> idempotency = Lab.on(pool).of(Lab.answers(wait));
        CompletableFuture<Outcome<String>> waiting;
        try (Connection taken = pool.getConnection()) {
            waiting = CompletableFuture.supplyAsync(() -> idempotency.once(Lab.attempt("key"), Lab::effect));
            while (pool.getHikariPoolMXBean().getThreadsAwaitingConnection() == 0) {
                Thread.onSpinWait();
            }
            long late = System.nanoTime() + wait.toNanos();
            while (System.nanoTime() < late) {
                Thread.onSpinWait();
            }
        }
        assertThatThrownBy(waiting::join).hasCauseInstanceOf(TransientDataAccessResourceException.class);
        assertThat(lab.effects("key")).isZero();
        assertThat(lab.number("select count(*) from lab.answers")).isZero();
        assertThat(pool.getHikariPoolMXBean().getActiveConnections()).isZero();
    }

    @Test
    void a_lock_that_a_write_did_not_get_in_time_is_transient() throws Exception {
        lab.run("create table lab.busy (id int primary key); insert into lab.busy values (1)");
        Idempotencies core = Lab.on(lab.poolWithoutFence(1));
        try (Connection other = lab.connect()) {
            other.setAutoCommit(false);
            other.createStatement().execute("select from lab.busy for update");
            assertThatThrownBy(() -> core.writes().repeatable(write -> write.sql("update lab.busy set id = id")
                            .update()))
                    .isInstanceOf(TransientDataAccessException.class);
        }
    }

    @Test
    void a_serialization_failure_after_the_last_try_is_transient() {
        Idempotency<String> idempotency = Lab.on(lab.poolWithoutFence(1)).of(Lab.answers());
        assertThatThrownBy(() -> idempotency.once(Lab.attempt("key"), claim -> {
                    claim.sql("do $$ begin raise exception 'as if' using errcode = '40001'; end $$")
                            .update();
                    return "never";
                }))
                .isInstanceOf(TransientDataAccessException.class);
    }
}
