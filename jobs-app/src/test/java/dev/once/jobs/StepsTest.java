package dev.once.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.once.core.Claim;
import dev.once.faults.Hammer;
import dev.once.jobs.effects.Statements;
import dev.once.jobs.effects.Statements.Totals;
import dev.once.jobs.provenance.Run;
import dev.once.jobs.surface.StepChangedException;
import dev.once.jobs.surface.StepInFlightException;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

class StepsTest extends StepsTestBase {

    private static final String STATEMENTS = "select count(*) from jobs.statements where run_id = :run";

    @Autowired
    Statements statements;

    @Test
    void a_finished_step_is_not_done_again_and_hands_back_its_output() {
        Run run = newRun("statement.requested", "{\"account\":\"acme\",\"month\":\"2026-01\"}");

        Totals first = attempt(run).step("collect", Totals.class, this::collect);
        Totals again = attempt(run).step("collect", Totals.class, this::collect);

        assertThat(first.entries()).isEqualTo(4);
        assertThat(again).isEqualTo(first);
        assertThat(count(STATEMENTS, run.id())).isEqualTo(1);
    }

    @Test
    void a_stored_output_stays_what_it_was_when_the_books_change() throws SQLException {
        Run run = newRun("statement.requested", "{\"account\":\"globex\",\"month\":\"2026-02\"}");
        Totals first =
                attempt(run).step("collect", Totals.class, claim -> statements.collect(claim, "globex", "2026-02"));
        direct("insert into jobs.account_entries (account, reference, booked_on, description, amount_cents)"
                + " values ('globex', 'late', '2026-02-28', 'Late', 99999)");

        Totals again =
                attempt(run).step("collect", Totals.class, claim -> statements.collect(claim, "globex", "2026-02"));

        assertThat(again).isEqualTo(first);
    }

    @Test
    void a_step_that_throws_leaves_nothing_and_the_next_attempt_does_it() {
        Run run = newRun("statement.requested", "{\"account\":\"acme\",\"month\":\"2026-03\"}");

        assertThatThrownBy(() -> attempt(run).step("collect", Totals.class, claim -> {
                    collect(claim);
                    throw new IllegalStateException("a worker's bad day");
                }))
                .hasMessageContaining("bad day");
        assertThat(count(STATEMENTS, run.id())).isZero();

        attempt(run).step("collect", Totals.class, this::collect);
        assertThat(count(STATEMENTS, run.id())).isEqualTo(1);
    }

    @Test
    void the_same_step_of_another_run_is_another_step() {
        Run one = newRun("statement.requested", "{\"account\":\"acme\",\"month\":\"2026-01\"}");
        Run other = newRun("statement.requested", "{\"account\":\"acme\",\"month\":\"2026-01\"}");

        attempt(one).step("collect", Totals.class, this::collect);
        attempt(other).step("collect", Totals.class, this::collect);

        assertThat(count(STATEMENTS, one.id())).isEqualTo(1);
        assertThat(count(STATEMENTS, other.id())).isEqualTo(1);
    }

    @Test
    void a_step_that_was_done_with_other_parameters_fails_loudly() {
        Run run = newRun("statement.requested", "{\"account\":\"acme\",\"month\":\"2026-01\"}");
        attempt(run).step("collect", Totals.class, this::collect);
        Run changed = new Run(run.id(), run.kind(), "{\"account\":\"acme\",\"month\":\"2026-02\"}");

        assertThatThrownBy(() -> attempt(changed).step("collect", Totals.class, this::collect))
                .isInstanceOf(StepChangedException.class)
                .hasMessageContaining("collect")
                .hasMessageContaining("other parameters");
    }

    @Test
    void a_step_that_another_worker_holds_is_left_to_it() throws Exception {
        Run run = newRun("statement.requested", "{\"account\":\"acme\",\"month\":\"2026-01\"}");
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        CompletableFuture<Totals> holder =
                CompletableFuture.supplyAsync(() -> attempt(run).step("collect", Totals.class, claim -> {
                    inside.countDown();
                    await(goOn);
                    return collect(claim);
                }));
        await(inside);

        assertThatThrownBy(() -> attempt(run).step("collect", Totals.class, this::collect))
                .isInstanceOf(StepInFlightException.class);

        goOn.countDown();
        assertThat(attempt(run).step("collect", Totals.class, this::collect)).isEqualTo(holder.get());
        assertThat(count(STATEMENTS, run.id())).isEqualTo(1);
    }

    @Test
    void one_of_twenty_five_racing_workers_does_the_step() {
        Run run = newRun("statement.requested", "{\"account\":\"acme\",\"month\":\"2026-01\"}");
        AtomicInteger worked = new AtomicInteger();

        var answers = Hammer.of(25)
                .strike(i -> attempt(run).step("collect", Totals.class, claim -> {
                    worked.incrementAndGet();
                    return collect(claim);
                }))
                .answersOfAll();

        assertThat(answers).hasSize(25).containsOnly(answers.get(0));
        assertThat(worked).hasValue(1);
        assertThat(count(STATEMENTS, run.id())).isEqualTo(1);
    }

    private Totals collect(Claim claim) {
        return statements.collect(claim, "acme", "2026-01");
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(10, java.util.concurrent.TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
