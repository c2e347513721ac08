package dev.once.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.once.core.Idempotencies;
import dev.once.core.Idempotency;
import dev.once.core.Outcome;
import dev.once.core.Writes.Created;
import dev.once.core.autoconfigure.DatabaseDefaults;
import dev.once.core.protocol.ProtocolObserver;
import dev.once.faults.Hammer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.JdbcTemplate;

/** A pool whose connections come without autocommit, as some applications have it; with the fence and without. */
class AutoCommitOffTest {

    private final Lab lab = Lab.open();

    @AfterEach
    void close() {
        lab.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void an_attempt_runs_once_and_is_replayed_and_answered(boolean fenced) {
        Idempotency<String> idempotency = instance(fenced, 10).of(Lab.answers());

        assertThat(idempotency.answered(Lab.attempt("key"))).isEmpty();
        var blows = Hammer.of(20).strike(i -> idempotency.once(Lab.attempt("key"), Lab::effect));

        assertThat(blows.failures()).isEmpty();
        assertThat(blows.count(Outcome.FirstRun.class::isInstance)).isEqualTo(1);
        assertThat(blows.count(Outcome.Replay.class::isInstance)).isEqualTo(19);
        assertThat(idempotency.answered(Lab.attempt("key"))).get().isInstanceOf(Outcome.Replay.class);
        assertThat(idempotency.once(Lab.attempt("key", "another"), Lab::effect)).isInstanceOf(Outcome.KeyReused.class);
        assertThat(lab.effects("key")).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void work_that_throws_leaves_nothing_and_the_connection_is_good_for_the_next(boolean fenced) {
        Idempotency<String> idempotency = instance(fenced, 1).of(Lab.answers());

        assertThatThrownBy(() -> idempotency.once(Lab.attempt("key"), claim -> {
                    Lab.effect(claim);
                    throw new IllegalStateException("too bad");
                }))
                .hasMessage("too bad");
        assertThat(lab.effects("key")).isZero();
        assertThat(idempotency.once(Lab.attempt("key"), Lab::effect)).isInstanceOf(Outcome.FirstRun.class);
        assertThat(lab.effects("key")).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void writes_without_a_key_commit(boolean fenced) {
        lab.run("create table lab.customers (email text constraint customers_email unique)");
        Idempotencies instance = instance(fenced, 1);

        assertThat(add(instance)).extracting(Created::isNew).isEqualTo(true);
        assertThat(add(instance)).extracting(Created::isNew).isEqualTo(false);
        instance.writes().repeatable(write -> write.sql("update lab.customers set email = 'b@b.test'")
                .update());
        assertThat(lab.number("select count(*) from lab.customers where email = 'b@b.test'"))
                .isEqualTo(1);
    }

    private static Created<String> add(Idempotencies instance) {
        return instance.writes()
                .unique(
                        write -> write.sql(
                                        "insert into lab.customers values ('a@b.test') on conflict do nothing returning email")
                                .query(String.class)
                                .optional(),
                        () -> Optional.of("a@b.test"));
    }

    private Idempotencies instance(boolean fenced, int connections) {
        HikariDataSource pool = lab.pool(connections, fenced ? DatabaseDefaults.INIT_SQL : "select 1");
        pool.setAutoCommit(false);
        pool.setIsolateInternalQueries(true);
        assertThat(new JdbcTemplate(pool).queryForObject("show transaction_read_only", String.class))
                .isEqualTo(fenced ? "on" : "off");
        return new Idempotencies(
                pool,
                Idempotencies.Limits.forPoolOf(connections),
                UnaryOperator.identity(),
                new SimpleMeterRegistry(),
                ProtocolObserver.NONE);
    }
}
