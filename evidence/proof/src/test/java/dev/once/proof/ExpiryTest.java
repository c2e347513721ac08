package dev.once.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.once.core.Idempotencies;
import dev.once.core.Idempotency;
import dev.once.core.Outcome;
import dev.once.core.protocol.ProtocolObserver;
import dev.once.core.protocol.ProtocolStep;
import dev.once.core.retention.Retention;
import dev.once.core.support.StartupRefusedException;
import dev.once.faults.Blows;
import dev.once.faults.Hammer;
import dev.once.faults.ParkingObserver;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Keys that end: taken over by exactly one, swept without racing a claim. */
class ExpiryTest {

    private final Lab lab = Lab.open();

    @AfterEach
    void close() {
        lab.close();
    }

    @Test
    void an_expired_key_is_taken_over_by_exactly_one_of_twenty() {
        List<Idempotency<String>> instances = Stream.generate(
                        () -> lab.instance(5, ProtocolObserver.NONE).of(Lab.expiring()))
                .limit(5)
                .toList();
        for (int round = 0; round < 5; round++) {
            String key = "key-" + round;
            instances.get(0).once(Lab.attempt(key, "the first request"), Lab::effect);
            lab.run("update lab.expiring set expires_at = now() - interval '1 second'");

            Blows<Outcome<String>> blows = Hammer.of(20)
                    .strike(i -> instances.get(i % 5).once(Lab.attempt(key, "another request"), Lab::effect));

            assertThat(blows.failures()).isEmpty();
            assertThat(blows.count(Outcome.FirstRun.class::isInstance)).isEqualTo(1);
            assertThat(blows.count(Outcome.Replay.class::isInstance)).isEqualTo(19);
            assertThat(lab.effects(key)).isEqualTo(2);
        }
    }

    @Test
    void a_key_that_has_not_expired_is_not_taken_over() {
        Idempotency<String> idempotency = lab.instance().of(Lab.expiring());
        idempotency.once(Lab.attempt("key"), Lab::effect);

        assertThat(lab.instance().of(Lab.expiring()).once(Lab.attempt("key"), Lab::effect))
                .isInstanceOf(Outcome.Replay.class);
        assertThat(lab.effects("key")).isEqualTo(1);
    }

    @Test
    void a_takeover_whose_work_fails_leaves_the_old_row_to_the_next() {
        Idempotency<String> idempotency = lab.instance().of(Lab.expiring());
        idempotency.once(Lab.attempt("key", "old"), Lab::effect);
        lab.run("update lab.expiring set expires_at = now() - interval '1 second'");

        assertThat(org.assertj.core.api.Assertions.catchThrowable(
                        () -> idempotency.once(Lab.attempt("key", "new"), claim -> {
                            throw new IllegalStateException("fails");
                        })))
                .hasMessage("fails");

        assertThat(idempotency.once(Lab.attempt("key", "new"), Lab::effect)).isInstanceOf(Outcome.FirstRun.class);
        assertThat(idempotency.once(Lab.attempt("key", "old"), Lab::effect)).isInstanceOf(Outcome.KeyReused.class);
    }

    @Test
    void a_row_swept_between_losing_to_it_and_reading_it_starts_the_protocol_again() {
        lab.instance().of(Lab.answers()).once(Lab.attempt("key"), Lab::effect);
        ParkingObserver parking = new ParkingObserver();
        var spot = parking.parkAt(ProtocolStep.LOST);
        Idempotency<String> idempotency = lab.instance(parking).of(Lab.answers());
        var again = CompletableFuture.supplyAsync(() -> idempotency.once(Lab.attempt("key"), Lab::effect));
        spot.awaitParked();
        lab.run("delete from lab.answers");
        spot.release();

        assertThat(again.join()).isInstanceOf(Outcome.FirstRun.class);
        assertThat(lab.effects("key")).isEqualTo(2);
    }

    @Test
    void a_row_that_vanishes_again_and_again_ends_with_an_error_and_not_in_a_loop() {
        lab.instance().of(Lab.answers()).once(Lab.attempt("key"), Lab::effect);
        Idempotency<String> idempotency = lab.instance((step, attempt) -> {
                    if (step == ProtocolStep.LOST) {
                        lab.run("delete from lab.answers");
                    } else if (step == ProtocolStep.BEFORE_CLAIM) {
                        lab.run("insert into lab.answers values ('acme', 'key', '', 'x') on conflict do nothing");
                    }
                })
                .of(Lab.answers());

        assertThat(org.assertj.core.api.Assertions.catchThrowable(
                        () -> idempotency.once(Lab.attempt("key"), Lab::effect)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("came and went");
    }

    @Test
    void a_sweep_deletes_what_is_old_and_leaves_what_is_not() {
        Idempotencies instance = lab.instance();
        Idempotency<String> idempotency = instance.of(Lab.answers());
        idempotency.once(Lab.attempt("old"), Lab::effect);
        lab.run("update lab.answers set created_at = now() - interval '31 days'");
        idempotency.once(Lab.attempt("new"), Lab::effect);

        assertThat(Lab.retention(instance).sweep()).containsEntry("answers", 1L);
        assertThat(lab.number("select count(*) from lab.answers where idempotency_key = 'new'"))
                .isEqualTo(1);
    }

    @Test
    void a_sweep_skips_an_expired_row_that_is_being_taken_over() {
        ParkingObserver parking = new ParkingObserver();
        Idempotencies instance = lab.instance(parking);
        Idempotency<String> idempotency = instance.of(Lab.expiring());
        idempotency.once(Lab.attempt("key", "old"), Lab::effect);
        lab.run("update lab.expiring set expires_at = now() - interval '1 second'");
        var spot = parking.parkAt(ProtocolStep.CLAIMED);
        var taking = CompletableFuture.supplyAsync(() -> idempotency.once(Lab.attempt("key", "new"), Lab::effect));
        spot.awaitParked();

        assertThat(Lab.retention(instance).sweep()).containsEntry("expiring", 0L);

        spot.release();
        assertThat(taking.join()).isInstanceOf(Outcome.FirstRun.class);
        assertThat(idempotency.once(Lab.attempt("key", "new"), Lab::effect)).isInstanceOf(Outcome.Replay.class);
    }

    @Test
    void a_sweep_of_two_hundred_thousand_rows_under_load_disturbs_no_claim_and_deletes_no_live_row() throws Exception {
        lab.run(
                """
                insert into lab.claims (scope, idempotency_key, created_at)
                select 'acme', 'old-' || n, now() - interval '40 days' from generate_series(1, 200000) n
                """);
        Idempotencies instance = lab.instance(16, ProtocolObserver.NONE);
        Idempotency<dev.once.core.Done> idempotency = instance.of(Lab.claims());
        Retention one = Lab.retention(instance);
        Idempotencies other = lab.instance(4, ProtocolObserver.NONE);
        other.of(Lab.claims());
        Retention two = Lab.retention(other);
        var swept = CompletableFuture.supplyAsync(() -> one.sweep().get("claims"));
        var sweptToo = CompletableFuture.supplyAsync(() -> two.sweep().get("claims"));

        Blows<Integer> blows = Hammer.of(8).within(Duration.ofMinutes(2)).strike(caller -> {
            int runs = 0;
            for (int n = 0; n < 250 || !(swept.isDone() && sweptToo.isDone()); n++) {
                var outcome = idempotency.once(Lab.attempt("live-" + caller + "-" + n), claim -> {
                    Lab.effect(claim);
                    return dev.once.core.Done.DONE;
                });
                assertThat(outcome).isInstanceOf(Outcome.FirstRun.class);
                runs++;
            }
            return runs;
        });

        assertThat(blows.failures()).isEmpty();
        assertThat(swept.join() + sweptToo.join()).isEqualTo(200_000);
        assertThat(lab.number("select count(*) from lab.claims"))
                .isEqualTo(blows.answers().stream().mapToInt(Integer::intValue).sum());
    }

    @Test
    void a_retention_below_the_horizon_of_the_keys_owner_refuses_to_start() {
        var tooShort = dev.once.core.Ledger.named("claims")
                .table("lab.claims")
                .keepFor(Duration.ofDays(2))
                .neverLessThan(Duration.ofDays(3))
                .claimOnly();

        assertThat(org.assertj.core.api.Assertions.catchThrowable(
                        () -> lab.instance().of(tooShort)))
                .isInstanceOf(StartupRefusedException.class)
                .hasMessageContaining("forget its keys after 2 days")
                .hasMessageContaining("send them again for 3 days");
    }
}
