package dev.once.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.once.core.Idempotencies;
import dev.once.core.Idempotency;
import dev.once.core.Outcome;
import dev.once.core.OutcomeUnknownException;
import dev.once.core.autoconfigure.DatabaseDefaults;
import dev.once.core.protocol.ProtocolObserver;
import dev.once.core.protocol.ProtocolStep;
import dev.once.faults.CuttingProxy;
import dev.once.faults.ParkingObserver;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessResourceFailureException;

/** Whatever dies in the middle, the next attempt heals it. */
class CrashTest {

    private final Lab lab = Lab.open();

    @AfterEach
    void close() {
        lab.close();
    }

    @Test
    void a_winner_whose_connection_is_killed_mid_work_leaves_the_key_free() {
        try (ParkingObserver parking = new ParkingObserver()) {
            var spot = parking.parkAt(ProtocolStep.WORKED);
            Idempotency<String> first = lab.instance(parking).of(Lab.answers());
            var dying = CompletableFuture.supplyAsync(() -> first.once(Lab.attempt("key"), Lab::effect));
            spot.awaitParked();

            lab.run(
                    "select pg_terminate_backend(pid) from pg_stat_activity where state = 'idle in transaction' and datname = current_database()");

            Idempotency<String> second = lab.instance().of(Lab.answers());
            assertThat(second.once(Lab.attempt("key"), Lab::effect)).isInstanceOf(Outcome.FirstRun.class);
            spot.release();
            assertThatThrownBy(dying::join).hasCauseInstanceOf(OutcomeUnknownException.class);
            // Told 'unknown', its caller asks again, and learns.
            assertThat(first.once(Lab.attempt("key"), Lab::effect)).isEqualTo(new Outcome.Replay<>("done key"));
            assertThat(lab.effects("key")).isEqualTo(1);
        }
    }

    @Test
    void a_stopped_client_loses_its_claim_after_the_idle_bound() {
        try (ParkingObserver parking = new ParkingObserver()) {
            var spot = parking.parkAt(ProtocolStep.CLAIMED);
            String oneSecond = DatabaseDefaults.INIT_SQL.replace("'5s'", "'1s'");
            assertThat(oneSecond).isNotEqualTo(DatabaseDefaults.INIT_SQL);
            Idempotency<String> stopped = lab.instance(2, Idempotencies.Limits.forPoolOf(2), parking, oneSecond)
                    .of(Lab.answers());
            var hanging = CompletableFuture.supplyAsync(() -> stopped.once(Lab.attempt("key"), Lab::effect));
            spot.awaitParked();

            Idempotency<String> healthy = lab.instance().of(Lab.answers(Duration.ofSeconds(10)));
            assertThat(healthy.once(Lab.attempt("key"), Lab::effect)).isInstanceOf(Outcome.FirstRun.class);

            spot.release();
            assertThatThrownBy(hanging::join)
                    .as("a failure that says: ask again")
                    .hasCauseInstanceOf(DataAccessResourceFailureException.class);
            assertThat(lab.effects("key")).isEqualTo(1);
        }
    }

    @Test
    void an_answer_to_the_commit_that_never_arrives_is_unknown_and_the_next_attempt_replays() throws Exception {
        URI server = URI.create(lab.database.jdbcUrl().substring("jdbc:".length()));
        try (CuttingProxy proxy = CuttingProxy.inFrontOf(server.getHost(), server.getPort());
                Lab cut = lab.by(proxy.through(lab.database.jdbcUrl()));
                ParkingObserver parking = new ParkingObserver()) {
            var spot = parking.parkAt(ProtocolStep.WORKED);
            Idempotency<String> idempotency = cut.instance(1, parking).of(Lab.answers());
            var attempt = CompletableFuture.supplyAsync(() -> idempotency.once(Lab.attempt("key"), Lab::effect));
            spot.awaitParked();
            proxy.swallowNextAnswer();
            spot.release();

            assertThatThrownBy(attempt::join).hasCauseInstanceOf(OutcomeUnknownException.class);
            proxy.restore();
            assertThat(idempotency.once(Lab.attempt("key"), Lab::effect)).isEqualTo(new Outcome.Replay<>("done key"));
            assertThat(lab.effects("key")).isEqualTo(1);
        }
    }

    @Test
    void a_commit_that_never_reaches_the_server_is_unknown_and_the_next_attempt_runs() throws Exception {
        URI server = URI.create(lab.database.jdbcUrl().substring("jdbc:".length()));
        try (CuttingProxy proxy = CuttingProxy.inFrontOf(server.getHost(), server.getPort());
                Lab cut = lab.by(proxy.through(lab.database.jdbcUrl()));
                ParkingObserver parking = new ParkingObserver()) {
            var spot = parking.parkAt(ProtocolStep.WORKED);
            Idempotency<String> idempotency = cut.instance(1, parking).of(Lab.answers());
            var attempt = CompletableFuture.supplyAsync(() -> idempotency.once(Lab.attempt("key"), Lab::effect));
            spot.awaitParked();
            proxy.cut();
            spot.release();

            assertThatThrownBy(attempt::join).hasCauseInstanceOf(OutcomeUnknownException.class);
            assertThat(idempotency.once(Lab.attempt("key"), Lab::effect)).isEqualTo(new Outcome.FirstRun<>("done key"));
            assertThat(lab.effects("key")).isEqualTo(1);
        }
    }

    @Test
    void what_a_crash_leaves_in_the_ledger_is_nothing() {
        ParkingObserver parking = new ParkingObserver();
        var spot = parking.parkAt(ProtocolStep.WORKED);
        Idempotency<String> idempotency = lab.instance(parking).of(Lab.answers());
        var running = CompletableFuture.supplyAsync(() -> idempotency.once(Lab.attempt("key"), Lab::effect));
        spot.awaitParked();

        assertThat(lab.number("select count(*) from lab.answers")).isZero();

        spot.release();
        assertThat(running.join()).isInstanceOf(Outcome.FirstRun.class);
        assertThat(lab.instance(ProtocolObserver.NONE).of(Lab.answers()).answered(Lab.attempt("key")))
                .isPresent();
    }
}
