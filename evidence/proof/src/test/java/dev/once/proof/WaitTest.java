package dev.once.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.once.core.Idempotency;
import dev.once.core.Outcome;
import dev.once.core.protocol.ProtocolStep;
import dev.once.faults.ParkingObserver;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The wait is bounded, the bound is one, and it is the claim's alone. */
class WaitTest {

    private static final String WAITING_FOR_A_LOCK =
            "select count(*) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";

    private final Lab lab = Lab.open();

    @AfterEach
    void close() {
        lab.close();
    }

    @Test
    void a_duplicate_of_a_running_attempt_elsewhere_is_in_flight_after_the_wait() {
        try (ParkingObserver parking = new ParkingObserver()) {
            var spot = parking.parkAt(ProtocolStep.CLAIMED);
            Idempotency<String> first = lab.instance(parking).of(Lab.answers());
            Idempotency<String> second = lab.instance().of(Lab.answers(Duration.ofMillis(300)));
            var running = CompletableFuture.supplyAsync(() -> first.once(Lab.attempt("key"), Lab::effect));
            spot.awaitParked();

            assertThat(second.once(Lab.attempt("key"), Lab::effect)).isInstanceOf(Outcome.InFlight.class);

            spot.release();
            assertThat(running.join()).isInstanceOf(Outcome.FirstRun.class);
            assertThat(second.once(Lab.attempt("key"), Lab::effect)).isInstanceOf(Outcome.Replay.class);
            assertThat(lab.effects("key")).isEqualTo(1);
        }
    }

    @Test
    void a_duplicate_of_a_running_attempt_in_this_process_waits_without_a_connection() {
        try (ParkingObserver parking = new ParkingObserver()) {
            var spot = parking.parkAt(ProtocolStep.CLAIMED);
            // One connection in all: a duplicate that asked for one would not even get as far as waiting for the key.
            Idempotency<String> idempotency = lab.instance(1, parking).of(Lab.answers(Duration.ofSeconds(2)));
            var running = CompletableFuture.supplyAsync(() -> idempotency.once(Lab.attempt("key"), Lab::effect));
            spot.awaitParked();

            assertThat(idempotency.once(Lab.attempt("key"), Lab::effect)).isInstanceOf(Outcome.InFlight.class);

            spot.release();
            assertThat(running.join()).isInstanceOf(Outcome.FirstRun.class);
        }
    }

    @Test
    void the_works_own_wait_for_a_lock_is_not_mistaken_for_a_running_attempt() throws Exception {
        lab.run("create table lab.busy (id int primary key); insert into lab.busy values (1)");
        Idempotency<String> idempotency = lab.instance().of(Lab.answers(Duration.ofSeconds(1)));
        try (Connection other = lab.connect();
                Statement lock = other.createStatement()) {
            other.setAutoCommit(false);
            lock.execute("select from lab.busy where id = 1 for update");
            var waiting = CompletableFuture.supplyAsync(() -> idempotency.once(Lab.attempt("key"), claim -> {
                claim.sql("update lab.busy set id = id").update();
                return Lab.effect(claim);
            }));
            Waits.until(
                    lab,
                    """
                    select count(*) from pg_stat_activity
                    where wait_event_type = 'Lock' and datname = current_database()
                      and clock_timestamp() - query_start > interval '1200 milliseconds'
                    """,
                    1);
            other.rollback();

            assertThat(waiting.join()).isInstanceOf(Outcome.FirstRun.class);
        }
    }

    @Test
    void the_works_own_timeout_is_an_error_and_not_in_flight() {
        Idempotency<String> idempotency = lab.instance().of(Lab.answers());

        assertThatThrownBy(() -> idempotency.once(Lab.attempt("key"), claim -> {
                    claim.sql("set local statement_timeout = 50").update();
                    return claim.sql("select 'late' from pg_sleep(5)")
                            .query(String.class)
                            .single();
                }))
                .isInstanceOf(org.springframework.dao.DataAccessException.class);
        assertThat(idempotency.once(Lab.attempt("key"), Lab::effect)).isInstanceOf(Outcome.FirstRun.class);
    }

    @Test
    void a_chain_of_winners_that_roll_back_does_not_stretch_the_wait() throws Exception {
        // Each rollback wakes every waiter, and one of them holds the key next. Plain connections stand in for the
        // winners
        // that fail, so that each holds it for a known time; they are many, so that ours is seldom the one who wins.
        int winners = 24;
        Idempotency<String> idempotency = lab.instance().of(Lab.answers(Duration.ofSeconds(1)));
        String insert =
                "insert into lab.answers (scope, idempotency_key, fingerprint) values ('acme', 'chain', '') on conflict do nothing";
        try (Connection holder = lab.connect()) {
            holder.setAutoCommit(false);
            holder.createStatement().execute(insert);
            ExecutorService queue = Executors.newFixedThreadPool(winners);
            for (int i = 0; i < winners; i++) {
                queue.submit(() -> holdThenRollBack(lab.connect(), insert));
            }
            Waits.until(lab, WAITING_FOR_A_LOCK, winners);
            var waiting = CompletableFuture.supplyAsync(() -> idempotency.once(Lab.attempt("chain"), Lab::effect));
            Waits.until(lab, WAITING_FOR_A_LOCK, winners + 1);
            holder.rollback();
            waiting.join();

            // One wait of 1 s, not one for each of the winners' 0.4 s: most of them have not had their turn.
            assertThat(lab.number("select count(*) from pg_stat_activity where application_name = 'a failing winner'"))
                    .isGreaterThan(winners / 2);
            lab.run(
                    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'a failing winner'");
            queue.shutdownNow();
        }
    }

    private static Void holdThenRollBack(Connection connection, String insert) throws SQLException {
        try (connection;
                Statement statement = connection.createStatement()) {
            statement.execute("set application_name = 'a failing winner'");
            connection.setAutoCommit(false);
            statement.execute(insert);
            statement.execute("select pg_sleep(0.4)");
            connection.rollback();
            return null;
        }
    }
}
