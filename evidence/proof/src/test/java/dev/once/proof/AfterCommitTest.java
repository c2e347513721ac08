package dev.once.proof;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.once.core.Idempotencies;
import dev.once.core.Idempotency;
import dev.once.core.Outcome;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** After the commit nothing can turn success into failure, and nothing runs again. */
@ExtendWith(OutputCaptureExtension.class)
class AfterCommitTest {

    private final Lab lab = Lab.open();
    private final HikariDataSource pool = lab.poolWithoutFence(1);
    private final Idempotencies core = Lab.on(pool);
    private final Idempotency<String> idempotency = core.of(Lab.answers());

    @AfterEach
    void close() {
        lab.close();
    }

    @Test
    void a_listener_that_throws_after_the_commit_is_logged_and_leaves_the_outcome_as_it_is(CapturedOutput output) {
        Outcome<String> outcome = idempotency.once(Lab.attempt("key"), claim -> {
            afterCommit(() -> {
                throw new IllegalStateException("the listener fails");
            });
            return Lab.effect(claim);
        });

        assertThat(outcome).isEqualTo(new Outcome.FirstRun<>("done key"));
        assertThat(output).contains("ERROR", "failed after its commit; the claim stands", "the listener fails");
        assertThat(idempotency.once(Lab.attempt("key"), Lab::effect)).isEqualTo(new Outcome.Replay<>("done key"));
        assertThat(lab.effects("key")).isEqualTo(1);
    }

    @Test
    void a_serialization_failure_of_a_listener_does_not_run_committed_work_again() {
        AtomicInteger runs = new AtomicInteger();
        core.writes().repeatable(write -> {
            afterCommit(() -> {
                throw new CannotAcquireLockException("as if", new SQLException("as if", "40001"));
            });
            return runs.incrementAndGet();
        });
        assertThat(runs).hasValue(1);
    }

    @Test
    void a_listener_still_has_the_claims_connection_as_in_every_transaction_of_spring() {
        List<String> seen = new ArrayList<>();
        idempotency.once(Lab.attempt("key"), claim -> {
            // The pool has one connection: whoever asked for another would not get it.
            afterCommit(() -> seen.add(new JdbcTemplate(pool)
                    .queryForObject("select answer from lab.answers where idempotency_key = 'key'", String.class)));
            return Lab.effect(claim);
        });
        assertThat(seen).containsExactly("done key");
    }

    @Test
    void those_who_joined_are_told_how_it_ended() {
        List<Integer> told = new ArrayList<>();
        idempotency.once(Lab.attempt("kept"), claim -> {
            afterCompletion(told);
            return Lab.effect(claim);
        });
        try {
            idempotency.once(Lab.attempt("lost"), claim -> {
                afterCompletion(told);
                throw new IllegalStateException("too bad");
            });
        } catch (IllegalStateException expected) {
            // The work's own.
        }
        assertThat(told)
                .containsExactly(
                        TransactionSynchronization.STATUS_COMMITTED, TransactionSynchronization.STATUS_ROLLED_BACK);
    }

    private static void afterCommit(Runnable listener) {
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void afterCommit() {
                listener.run();
            }
        });
    }

    private static void afterCompletion(List<Integer> told) {
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void afterCompletion(int status) {
                told.add(status);
            }
        });
    }
}
