package dev.once.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.once.core.Writes.Created;
import dev.once.core.protocol.ProtocolObserver;
import dev.once.localpostgres.Database;
import dev.once.localpostgres.TestPostgres;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * The contract of {@link Idempotency} on a real PostgreSQL, in the words of its own list. What faults, crashes and other people's
 * frameworks do to it is tried in evidence/proof.
 */
class IdempotencyTest {

    private static final String TABLES =
            """
            create table answers (
              scope text not null, idempotency_key text not null, fingerprint bytea not null, answer text,
              created_at timestamptz not null default now(), expires_at timestamptz not null,
              primary key (scope, idempotency_key));
            create table effects (idempotency_key text not null);
            create table names (name text primary key)
            """;

    private final HikariDataSource pool = pool();
    private final Idempotencies core = new Idempotencies(
            pool,
            Idempotencies.Limits.forPoolOf(10),
            UnaryOperator.identity(),
            new SimpleMeterRegistry(),
            ProtocolObserver.NONE);
    private final Idempotency<String> idempotency = core.of(Ledger.named("answers")
            .fingerprint("fingerprint")
            .expiresAt("expires_at")
            .keepFor(Duration.ofHours(24))
            .waitAtMost(Duration.ofSeconds(2))
            .storing(Stored.text("answer")));

    @AfterEach
    void close() {
        pool.close();
    }

    @Test
    void the_first_attempt_runs_and_a_repeat_gets_what_it_stored() {
        assertThat(idempotency.once(attempt("a", "key", "asked"), IdempotencyTest::effect))
                .isEqualTo(new Outcome.FirstRun<>("done key"));
        assertThat(idempotency.once(attempt("a", "key", "asked"), IdempotencyTest::effect))
                .isEqualTo(new Outcome.Replay<>("done key"));
        assertThat(effects("key")).isEqualTo(1);
    }

    @Test
    void of_ten_at_once_one_runs_and_nine_replay() throws Exception {
        CyclicBarrier together = new CyclicBarrier(10);
        ExecutorService threads = Executors.newFixedThreadPool(10);
        List<Future<Outcome<String>>> racing = threads.invokeAll(IntStream.range(0, 10)
                .mapToObj(i -> (Callable<Outcome<String>>) () -> {
                    together.await();
                    return idempotency.once(attempt("a", "key", "asked"), IdempotencyTest::effect);
                })
                .toList());
        threads.shutdown();
        int first = 0;
        for (Future<Outcome<String>> one : racing) {
            first += one.get() instanceof Outcome.FirstRun ? 1 : 0;
        }
        assertThat(first).isEqualTo(1);
        assertThat(effects("key")).isEqualTo(1);
    }

    @Test
    void the_same_key_for_something_else_is_refused_and_in_another_scope_is_another_attempt() {
        idempotency.once(attempt("a", "key", "asked"), IdempotencyTest::effect);
        assertThat(idempotency.once(attempt("a", "key", "something else"), IdempotencyTest::effect))
                .isInstanceOf(Outcome.KeyReused.class);
        assertThat(idempotency.once(attempt("b", "key", "asked"), IdempotencyTest::effect))
                .isInstanceOf(Outcome.FirstRun.class);
        assertThat(effects("key")).isEqualTo(2);
    }

    @Test
    void an_attempt_that_is_still_running_is_in_flight() throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch leave = new CountDownLatch(1);
        ExecutorService other = Executors.newSingleThreadExecutor();
        Future<Outcome<String>> running = other.submit(() -> idempotency.once(attempt("a", "key", "asked"), claim -> {
            inside.countDown();
            await(leave);
            return effect(claim);
        }));
        await(inside);
        assertThat(idempotency.once(attempt("a", "key", "asked"), IdempotencyTest::effect))
                .isInstanceOf(Outcome.InFlight.class);
        leave.countDown();
        assertThat(running.get()).isInstanceOf(Outcome.FirstRun.class);
        other.shutdown();
        assertThat(effects("key")).isEqualTo(1);
    }

    @Test
    void work_that_throws_leaves_nothing_and_the_next_attempt_heals_it() {
        assertThatThrownBy(() -> idempotency.once(attempt("a", "key", "asked"), claim -> {
                    effect(claim);
                    throw new IllegalStateException("too bad");
                }))
                .hasMessage("too bad");
        assertThat(effects("key")).isZero();
        assertThat(idempotency.once(attempt("a", "key", "asked"), IdempotencyTest::effect))
                .isInstanceOf(Outcome.FirstRun.class);
    }

    @Test
    void an_expired_key_is_taken_over() {
        idempotency.once(attempt("a", "key", "asked"), IdempotencyTest::effect);
        new JdbcTemplate(pool).update("update answers set expires_at = now() - interval '1 second'");
        assertThat(idempotency.once(attempt("a", "key", "something else"), claim -> "new"))
                .isEqualTo(new Outcome.FirstRun<>("new"));
        assertThat(idempotency.answered(attempt("a", "key", "something else"))).contains(new Outcome.Replay<>("new"));
    }

    @Test
    void a_natural_constraint_needs_no_key_and_what_is_harmless_needs_neither() {
        for (boolean isNew : new boolean[] {true, false}) {
            assertThat(core.writes()
                            .unique(
                                    write -> write.sql(
                                                    "insert into names values ('ada') on conflict do nothing returning name")
                                            .query(String.class)
                                            .optional(),
                                    () -> Optional.of("ada")))
                    .isEqualTo(new Created<>("ada", isNew));
        }
        int deleted =
                core.writes().repeatable(write -> write.sql("delete from names").update());
        assertThat(deleted).isEqualTo(1);
    }

    private static HikariDataSource pool() {
        Database database = TestPostgres.shared().newDatabase();
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl(database.jdbcUrl());
        pool.setUsername(database.username());
        pool.setPassword(database.password());
        new JdbcTemplate(pool).execute(TABLES);
        return pool;
    }

    private static Attempt attempt(String scope, String key, String asked) {
        return Attempt.of(new Scope(scope), new IdempotencyKey(key), Fingerprint.of(asked));
    }

    private static String effect(Claim claim) {
        String key = claim.attempt().key().value();
        claim.sql("insert into effects values (:key)").param("key", key).update();
        return "done " + key;
    }

    private int effects(String key) {
        return new JdbcTemplate(pool)
                .queryForList("select idempotency_key from effects where idempotency_key = ?", String.class, key)
                .size();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
