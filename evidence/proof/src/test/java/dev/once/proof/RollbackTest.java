package dev.once.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.once.core.Claim;
import dev.once.core.Done;
import dev.once.core.Idempotency;
import dev.once.core.Outcome;
import dev.once.core.protocol.ProtocolStep;
import dev.once.faults.ParkingObserver;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessException;

/** All of it or nothing: claim, work and stored answer. */
class RollbackTest {

    private final Lab lab = Lab.open();

    @AfterEach
    void close() {
        lab.close();
    }

    @Test
    void work_that_throws_leaves_no_claim_and_no_effect_and_the_next_attempt_runs() {
        Idempotency<String> idempotency = lab.instance().of(Lab.answers());

        assertThatThrownBy(() -> idempotency.once(Lab.attempt("key"), claim -> {
                    Lab.effect(claim);
                    throw new IllegalStateException("no");
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("no");

        assertThat(lab.number("select count(*) from lab.answers")).isZero();
        assertThat(lab.effects("key")).isZero();
        assertThat(idempotency.once(Lab.attempt("key"), Lab::effect)).isEqualTo(new Outcome.FirstRun<>("done key"));
        assertThat(lab.effects("key")).isEqualTo(1);
    }

    @Test
    void work_that_swallows_a_database_error_fails_the_attempt_of_a_ledger_with_answers() {
        swallowing(lab.instance().of(Lab.answers()), "answer");
        assertThat(lab.number("select count(*) from lab.answers where idempotency_key = 'key'"))
                .isZero();
    }

    @Test
    void work_that_swallows_a_database_error_fails_the_attempt_of_a_ledger_without() {
        swallowing(lab.instance().of(Lab.claims()), Done.DONE);
        assertThat(lab.number("select count(*) from lab.claims where idempotency_key = 'key'"))
                .isZero();
    }

    private <R> void swallowing(Idempotency<R> idempotency, R result) {
        assertThatThrownBy(() -> idempotency.once(Lab.attempt("key"), claim -> {
                    Lab.effect(claim);
                    try {
                        claim.sql("insert into lab.nowhere values (1)").update();
                    } catch (DataAccessException swallowed) {
                        // What people do.
                    }
                    return result;
                }))
                .hasMessageContaining("swallowed a database error");
        assertThat(lab.effects("key")).isZero();
        // The connection goes back to the pool in order.
        assertThat(idempotency.once(Lab.attempt("other"), claim -> {
                    Lab.effect(claim);
                    return result;
                }))
                .isInstanceOf(Outcome.FirstRun.class);
    }

    @Test
    void swallowing_in_a_natural_unique_or_repeatable_write_fails_too() {
        var writes = lab.instance().writes();
        assertThatThrownBy(() -> writes.repeatable(write -> {
                    try {
                        return write.sql("insert into lab.nowhere values (1)").update();
                    } catch (DataAccessException swallowed) {
                        return 0;
                    }
                }))
                .hasMessageContaining("swallowed a database error");
    }

    @Test
    void a_part_that_may_fail_rolls_back_to_before_it_and_the_rest_commits() {
        Idempotency<String> idempotency = lab.instance().of(Lab.answers());

        Outcome<String> outcome = idempotency.once(Lab.attempt("key"), claim -> {
            try {
                return claim.orRollBack(() -> {
                    Lab.effect(claim);
                    claim.sql("insert into lab.nowhere values (1)").update();
                    return "accepted";
                });
            } catch (DataAccessException e) {
                return "refused";
            }
        });

        assertThat(outcome).isEqualTo(new Outcome.FirstRun<>("refused"));
        assertThat(lab.effects("key")).isZero();
        assertThat(idempotency.once(Lab.attempt("key"), Lab::effect)).isEqualTo(new Outcome.Replay<>("refused"));
    }

    @Test
    void a_waiter_whose_winner_rolls_back_runs_the_work_itself() {
        ParkingObserver parking = new ParkingObserver();
        ParkingObserver.Spot beforeWork = parking.parkAt(ProtocolStep.CLAIMED);
        Idempotency<String> first = lab.instance(parking).of(Lab.answers());
        Idempotency<String> second = lab.instance().of(Lab.answers());

        var failing = CompletableFuture.supplyAsync(() -> first.once(Lab.attempt("key"), claim -> {
            throw new IllegalStateException("the winner fails");
        }));
        beforeWork.awaitParked();
        var waiting = CompletableFuture.supplyAsync(() -> second.once(Lab.attempt("key"), Lab::effect));
        Waits.untilSomebodyWaitsForALock(lab);
        beforeWork.release();

        assertThat(waiting.join()).isInstanceOf(Outcome.FirstRun.class);
        assertThatThrownBy(failing::join).hasRootCauseMessage("the winner fails");
        assertThat(lab.effects("key")).isEqualTo(1);
    }

    @Test
    void in_one_process_the_next_in_line_runs_when_the_first_fails() {
        Idempotency<String> idempotency = lab.instance().of(Lab.answers());
        AtomicInteger runs = new AtomicInteger();

        var blows = dev.once.faults.Hammer.of(10)
                .strike(i -> idempotency.once(Lab.attempt("key"), claim -> {
                    if (runs.incrementAndGet() <= 3) {
                        throw new IllegalStateException("not yet");
                    }
                    return Lab.effect(claim);
                }));

        assertThat(blows.failures()).hasSize(3);
        assertThat(blows.count(Outcome.FirstRun.class::isInstance)).isEqualTo(1);
        assertThat(blows.count(Outcome.Replay.class::isInstance)).isEqualTo(6);
        assertThat(lab.effects("key")).isEqualTo(1);
    }

    @Test
    void a_serialization_failure_or_deadlock_is_tried_again_inside() {
        Idempotency<String> idempotency = lab.instance().of(Lab.answers());
        AtomicInteger runs = new AtomicInteger();

        Outcome<String> outcome = idempotency.once(Lab.attempt("key"), claim -> {
            if (runs.incrementAndGet() < 3) {
                claim.sql("do $$ begin raise exception 'as if' using errcode = '%s'; end $$"
                                .formatted(runs.get() == 1 ? "40001" : "40P01"))
                        .update();
            }
            return Lab.effect(claim);
        });

        assertThat(outcome).isInstanceOf(Outcome.FirstRun.class);
        assertThat(runs).hasValue(3);
        assertThat(lab.effects("key")).isEqualTo(1);
    }

    @Test
    void work_that_runs_again_after_more_than_the_wait_is_not_told_that_it_waited() {
        Duration wait = Duration.ofSeconds(1);
        Idempotency<String> idempotency = lab.instance().of(Lab.answers(wait));
        AtomicInteger runs = new AtomicInteger();

        Outcome<String> outcome = idempotency.once(Lab.attempt("key"), claim -> {
            if (runs.incrementAndGet() == 1) {
                claim.sql("select 1 from pg_sleep(1.2)").query(Integer.class).single();
                claim.sql("do $$ begin raise exception 'as if' using errcode = '40001'; end $$")
                        .update();
            }
            return Lab.effect(claim);
        });

        assertThat(outcome).isInstanceOf(Outcome.FirstRun.class);
        assertThat(runs).hasValue(2);
    }

    @Test
    void two_claims_that_really_deadlock_both_succeed() {
        lab.run(
                "create table lab.accounts (id int primary key, balance int); insert into lab.accounts values (1, 0), (2, 0)");
        Idempotency<String> idempotency = lab.instance().of(Lab.answers());
        java.util.concurrent.CyclicBarrier bothHoldOne = new java.util.concurrent.CyclicBarrier(2);

        var blows = dev.once.faults.Hammer.of(2).strike(i -> {
            AtomicInteger runs = new AtomicInteger();
            return idempotency.once(Lab.attempt("transfer-" + i), claim -> {
                add(claim, i == 0 ? 1 : 2);
                if (runs.incrementAndGet() == 1) {
                    await(bothHoldOne);
                }
                add(claim, i == 0 ? 2 : 1);
                return "moved";
            });
        });

        assertThat(blows.failures()).isEmpty();
        assertThat(blows.count(Outcome.FirstRun.class::isInstance)).isEqualTo(2);
        assertThat(lab.number("select sum(balance) from lab.accounts")).isEqualTo(4);
    }

    private static void add(Claim claim, int account) {
        claim.sql("update lab.accounts set balance = balance + 1 where id = :id")
                .param("id", account)
                .update();
    }

    private static void await(java.util.concurrent.CyclicBarrier barrier) {
        try {
            barrier.await(10, java.util.concurrent.TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
