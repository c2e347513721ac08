package dev.once.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.once.core.Outcome;
import dev.once.core.protocol.ProtocolStep;
import dev.once.localpostgres.TestPostgres;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ParkingObserverTest {

    private final ParkingObserver parking = new ParkingObserver();
    private Payments here;
    private Payments elsewhere;

    @BeforeEach
    void start() {
        var database = TestPostgres.shared().newDatabase();
        here = new Payments(database, Duration.ofSeconds(2), parking);
        elsewhere = new Payments(database, Duration.ofSeconds(2), parking);
    }

    @AfterEach
    void stop() {
        parking.close();
        here.close();
        elsewhere.close();
    }

    @Test
    void a_duplicate_of_a_parked_claim_is_in_flight_and_a_replay_afterwards() throws Exception {
        parking.parkAt(ProtocolStep.CLAIMED);
        var first = CompletableFuture.supplyAsync(() -> here.pay("a", "k", "1"));
        parking.awaitParked();

        assertThat(elsewhere.pay("a", "k", "1")).isInstanceOf(Outcome.InFlight.class);
        assertThat(elsewhere.pay("a", "other", "1")).isInstanceOf(Outcome.FirstRun.class);

        parking.release();
        assertThat(first.get(10, TimeUnit.SECONDS)).isInstanceOf(Outcome.FirstRun.class);
        assertThat(elsewhere.pay("a", "k", "1")).isInstanceOf(Outcome.Replay.class);
        assertThat(here.effects()).isEqualTo(2);
    }

    @Test
    void only_the_attempt_that_was_meant_is_parked_and_only_one() throws Exception {
        var spot = parking.parkAt(
                ProtocolStep.COMMITTED, attempt -> attempt.key().value().equals("k"));
        assertThat(here.pay("a", "other", "1")).isInstanceOf(Outcome.FirstRun.class);
        assertThat(spot.isParked()).isFalse();

        var first = CompletableFuture.supplyAsync(() -> here.pay("a", "k", "1"));
        spot.awaitParked();
        assertThat(spot.isParked()).isTrue();
        assertThat(elsewhere.pay("a", "k", "1"))
                .as("it is committed, though nobody was told")
                .isInstanceOf(Outcome.Replay.class);
        assertThat(elsewhere.pay("b", "k", "1"))
                .as("the spot is taken, so this one passes")
                .isInstanceOf(Outcome.FirstRun.class);
        spot.release();
        assertThat(first.get(10, TimeUnit.SECONDS)).isInstanceOf(Outcome.FirstRun.class);
    }

    @Test
    void an_attempt_can_fail_at_a_named_point() {
        parking.failAt(ProtocolStep.WORKED, attempt -> true, () -> new IllegalStateException("lightning"));
        assertThatThrownBy(() -> here.pay("a", "k", "1")).hasMessage("lightning");
        assertThat(here.effects()).isZero();
        assertThat(here.pay("a", "k", "1")).isInstanceOf(Outcome.FirstRun.class);
    }
}
