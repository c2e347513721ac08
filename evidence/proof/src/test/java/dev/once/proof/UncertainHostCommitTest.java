package dev.once.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.once.core.Idempotencies;
import dev.once.core.Idempotency;
import dev.once.core.Outcome;
import dev.once.core.OutcomeUnknownException;
import dev.once.core.protocol.ProtocolObserver;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;
import org.springframework.orm.jpa.vendor.HibernateJpaVendorAdapter;

/** The same doubts about a commit, where JPA's manager commits and not the core. */
class UncertainHostCommitTest {

    private final Lab lab = Lab.open();
    private final LocalContainerEntityManagerFactoryBean entities = new LocalContainerEntityManagerFactoryBean();
    private CommitAnswers answers;
    private Lab changed;
    private Idempotency<String> idempotency;

    @BeforeEach
    void open() throws Exception {
        answers = new CommitAnswers(lab.database.jdbcUrl());
        changed = lab.by(answers.url());
        HikariDataSource pool = changed.poolWithoutFence(1);
        entities.setDataSource(pool);
        entities.setPackagesToScan("dev.once.proof.adopter");
        entities.setJpaVendorAdapter(new HibernateJpaVendorAdapter());
        entities.afterPropertiesSet();
        Idempotencies core = new Idempotencies(
                pool,
                new Idempotencies.HostTransactions(new JpaTransactionManager(entities.getObject()), true),
                Idempotencies.Limits.forPoolOf(1),
                UnaryOperator.identity(),
                new SimpleMeterRegistry(),
                ProtocolObserver.NONE,
                false);
        idempotency = core.of(Lab.answers());
    }

    @AfterEach
    void close() throws Exception {
        entities.destroy();
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
        "ERROR, 08006",
        "ERROR, 58030"
    })
    void a_server_that_fails_while_it_commits_leaves_the_outcome_unknown(String severity, String state)
            throws Exception {
        answers.sayError(severity, state);

        assertThatThrownBy(() -> idempotency.once(Lab.attempt("key"), Lab::effect))
                .isInstanceOf(OutcomeUnknownException.class);

        assertThat(idempotency.once(Lab.attempt("key"), Lab::effect)).isEqualTo(new Outcome.Replay<>("done key"));
        assertThat(lab.effects("key")).isEqualTo(1);
    }

    @Test
    void a_commit_that_was_not_replicated_is_unknown() throws Exception {
        answers.sayNotReplicated();

        assertThatThrownBy(() -> idempotency.once(Lab.attempt("key"), Lab::effect))
                .isInstanceOf(OutcomeUnknownException.class);

        assertThat(lab.effects("key")).isEqualTo(1);
    }

    @Test
    void a_session_that_ends_before_the_commit_is_worth_another_try_and_keeps_nothing() {
        assertThatThrownBy(() -> idempotency.once(Lab.attempt("key"), claim -> {
                    int session = claim.sql("select pg_backend_pid()")
                            .query(Integer.class)
                            .single();
                    lab.run("select pg_terminate_backend(" + session + ", 5000)");
                    return "nobody hears it";
                }))
                .isInstanceOfAny(DataAccessResourceFailureException.class, TransientDataAccessException.class);

        assertThat(idempotency.once(Lab.attempt("key"), Lab::effect)).isInstanceOf(Outcome.FirstRun.class);
    }
}
