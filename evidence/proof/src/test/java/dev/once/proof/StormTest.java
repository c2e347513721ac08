package dev.once.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.once.core.Attempt;
import dev.once.core.Fingerprint;
import dev.once.core.Idempotencies;
import dev.once.core.Idempotency;
import dev.once.core.IdempotencyKey;
import dev.once.core.Outcome;
import dev.once.core.Scope;
import dev.once.core.autoconfigure.DatabaseDefaults;
import dev.once.core.protocol.ProtocolStep;
import dev.once.faults.ParkingObserver;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.TransientDataAccessResourceException;

/** A storm on one key or by one tenant takes neither the pool nor the threads from the others. */
class StormTest {

    private final Lab lab = Lab.open();
    private final ExecutorService requests = Executors.newFixedThreadPool(200);

    @AfterEach
    void close() {
        requests.shutdownNow();
        lab.close();
    }

    @Test
    void five_hundred_duplicates_of_a_slow_key_leave_the_pool_and_the_request_threads_to_others() {
        try (ParkingObserver parking = new ParkingObserver()) {
            var slow = parking.parkAt(
                    ProtocolStep.CLAIMED, attempt -> attempt.key().value().equals("slow"));
            Idempotency<String> idempotency = lab.instance(
                            10, Idempotencies.Limits.forPoolOf(10), parking, DatabaseDefaults.INIT_SQL)
                    .of(Lab.answers(Duration.ofSeconds(30)));
            List<CompletableFuture<Outcome<String>>> storm = new ArrayList<>();
            for (int i = 0; i < 500; i++) {
                storm.add(CompletableFuture.supplyAsync(
                        () -> idempotency.once(Lab.attempt("slow"), Lab::effect), requests));
            }
            slow.awaitParked();

            // The slow key cannot end before it is released below: so what completes here completes during the storm.
            for (int i = 0; i < 100; i++) {
                String key = "other-" + i;
                assertThat(CompletableFuture.supplyAsync(
                                        () -> idempotency.once(Lab.attempt(key), Lab::effect), requests)
                                .join())
                        .isInstanceOf(Outcome.FirstRun.class);
            }
            assertThat(storm.stream().filter(CompletableFuture::isDone).count())
                    .as("beyond the bound they are told at once")
                    .isEqualTo(500 - 1 - 50);

            slow.release();
            List<Outcome<String>> outcomes =
                    storm.stream().map(CompletableFuture::join).toList();
            assertThat(outcomes.stream().filter(Outcome.FirstRun.class::isInstance))
                    .hasSize(1);
            assertThat(outcomes.stream().filter(Outcome.Replay.class::isInstance))
                    .hasSize(50);
            assertThat(lab.effects("slow")).isEqualTo(1);
        }
    }

    @Test
    void one_scope_takes_at_most_its_share_of_the_pool() {
        try (ParkingObserver parking = new ParkingObserver()) {
            Idempotency<String> idempotency = lab.instance(
                            4, new Idempotencies.Limits(2, 50, 100), parking, DatabaseDefaults.INIT_SQL)
                    .of(Lab.answers(Duration.ofSeconds(2)));
            var first = parking.parkAt(
                    ProtocolStep.CLAIMED, attempt -> attempt.key().value().equals("a"));
            var second = parking.parkAt(
                    ProtocolStep.CLAIMED, attempt -> attempt.key().value().equals("b"));
            var a = CompletableFuture.supplyAsync(() -> idempotency.once(Lab.attempt("a"), Lab::effect), requests);
            var b = CompletableFuture.supplyAsync(() -> idempotency.once(Lab.attempt("b"), Lab::effect), requests);
            first.awaitParked();
            second.awaitParked();

            assertThat(org.assertj.core.api.Assertions.catchThrowable(
                            () -> idempotency.once(Lab.attempt("c"), Lab::effect)))
                    .isInstanceOf(TransientDataAccessResourceException.class)
                    .hasMessageContaining("share of the database connections");
            Attempt neighbour = Attempt.of(new Scope("globex"), new IdempotencyKey("c"), Fingerprint.none());
            assertThat(idempotency.once(neighbour, Lab::effect)).isInstanceOf(Outcome.FirstRun.class);

            first.release();
            second.release();
            assertThat(a.join()).isInstanceOf(Outcome.FirstRun.class);
            assertThat(b.join()).isInstanceOf(Outcome.FirstRun.class);
            assertThat(idempotency.once(Lab.attempt("c"), Lab::effect)).isInstanceOf(Outcome.FirstRun.class);
        }
    }
}
