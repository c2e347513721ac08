package dev.once.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.once.core.Done;
import dev.once.core.Idempotencies;
import dev.once.core.Idempotency;
import dev.once.core.Outcome;
import dev.once.core.OutcomeUnknownException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** A commit whose end is not known is never called a failure: here each of them has really committed. */
class UncertainCommitTest {

    private final Lab lab = Lab.open();
    private CommitAnswers answers;
    private Lab changed;
    private Idempotencies core;

    @BeforeEach
    void open() throws Exception {
        answers = new CommitAnswers(lab.database.jdbcUrl());
        changed = lab.by(answers.url());
        core = Lab.on(changed.poolWithoutFence(1));
    }

    @AfterEach
    void close() throws Exception {
        changed.close();
        lab.close();
        answers.close();
    }

    @ParameterizedTest
    @CsvSource({
        "PANIC, 58030",
        "FATAL, 57P01",
        "FATAL, 57P02",
        "FATAL, 57P03",
        "ERROR, 40003",
        "ERROR, XX000",
        "ERROR, XX001",
        "ERROR, 08006",
        "ERROR, 58030"
    })
    void a_server_that_fails_while_it_commits_leaves_the_outcome_unknown(String severity, String state)
            throws Exception {
        Idempotency<String> idempotency = core.of(Lab.answers());
        answers.sayError(severity, state);

        assertThatThrownBy(() -> idempotency.once(Lab.attempt("key"), Lab::effect))
                .isInstanceOf(OutcomeUnknownException.class);

        assertThat(idempotency.once(Lab.attempt("key"), Lab::effect)).isEqualTo(new Outcome.Replay<>("done key"));
        assertThat(lab.effects("key")).isEqualTo(1);
    }

    @Test
    void a_commit_that_was_not_replicated_is_unknown() throws Exception {
        Idempotency<Done> idempotency = core.of(Lab.claims());
        answers.sayNotReplicated();

        assertThatThrownBy(() -> idempotency.once(Lab.attempt("key"), claim -> {
                    Lab.effect(claim);
                    return Done.DONE;
                }))
                .isInstanceOf(OutcomeUnknownException.class);
        assertThat(lab.effects("key")).isEqualTo(1);
    }

    @Test
    void writes_without_a_key_are_told_the_same() throws Exception {
        answers.sayNotReplicated();
        assertThatThrownBy(() -> core.writes().repeatable(write -> write.sql("delete from lab.effects")
                        .update()))
                .isInstanceOf(OutcomeUnknownException.class);
    }

    @Test
    void those_who_joined_are_told_that_it_is_unknown() throws Exception {
        Idempotency<String> idempotency = core.of(Lab.answers());
        List<Integer> told = new ArrayList<>();
        answers.sayError("FATAL", "57P01");

        assertThatThrownBy(() -> idempotency.once(Lab.attempt("key"), claim -> {
                    TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                        @Override
                        public void afterCompletion(int status) {
                            told.add(status);
                        }
                    });
                    return Lab.effect(claim);
                }))
                .isInstanceOf(OutcomeUnknownException.class);
        assertThat(told).containsExactly(TransactionSynchronization.STATUS_UNKNOWN);
    }

    @Test
    void a_commit_that_the_server_refuses_is_a_failure_and_no_doubt() {
        lab.run(
                """
                alter table lab.effects add constraint late unique (idempotency_key) deferrable initially deferred
                """);
        Idempotency<String> idempotency = core.of(Lab.answers());

        assertThatThrownBy(() -> idempotency.once(Lab.attempt("key"), claim -> Lab.effect(claim) + Lab.effect(claim)))
                .isInstanceOf(DataIntegrityViolationException.class);
        assertThat(lab.effects("key")).isZero();
        assertThat(idempotency.once(Lab.attempt("key"), Lab::effect)).isInstanceOf(Outcome.FirstRun.class);
    }
}
