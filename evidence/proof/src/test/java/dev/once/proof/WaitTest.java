package dev.once.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.once.core.Idempotency;
import dev.once.core.Outcome;
import dev.once.core.protocol.ProtocolStep;
import dev.once.faults.ParkingObserver;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The wait is bounded, the bound is one, and it is the claim's alone. */
class WaitTest {

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

    /** As with winners that roll back one after the other; by locks, so that ours cannot win between two of them. */
    @Test
    void a_wait_that_begins_again_and_again_is_bounded_as_a_whole() throws Exception {
        lab.run(
                """
                create function lab.wait_ten_times() returns trigger language plpgsql as $$
                begin
                  for i in 1..10 loop perform pg_advisory_xact_lock(i); end loop;
                  return new;
                end $$;
                create trigger wait_ten_times before insert on lab.answers for each row execute function lab.wait_ten_times()""");
        Idempotency<String> idempotency = lab.instance().of(Lab.answers(Duration.ofSeconds(1)));
        try (Connection holder = lab.connect();
                Statement statement = holder.createStatement()) {
            statement.execute("select pg_advisory_lock(i) from generate_series(1, 10) as i");
            var waiting = CompletableFuture.supplyAsync(() -> idempotency.once(Lab.attempt("key"), Lab::effect));
            for (int i = 1; i <= 10; i++) {
                String waits =
                        "select count(*) from pg_locks where locktype = 'advisory' and not granted and objid = " + i;
                await().until(() -> waiting.isDone() || lab.number(waits) == 1);
                statement.execute("select pg_sleep(0.2), pg_advisory_unlock(" + i + ")");
            }

            assertThat(waiting.join()).isInstanceOf(Outcome.InFlight.class);
        }
    }
}
