package dev.once.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.once.core.Claim;
import dev.once.core.Idempotencies;
import dev.once.core.Idempotency;
import dev.once.core.Outcome;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** A claim's statements run on the claim's connection or not at all, and no fence helps it. */
class OwnConnectionTest {

    private static final String INSERT = "insert into lab.effects (scope, idempotency_key) values ('acme', 'key')";

    private final Lab lab = Lab.open();
    private final HikariDataSource pool = lab.poolWithoutFence(5);
    private final Idempotencies core = Lab.on(pool);
    private final Idempotency<String> idempotency = core.of(Lab.answers());

    @AfterEach
    void close() {
        lab.close();
    }

    @ParameterizedTest
    @ValueSource(
            ints = {
                TransactionDefinition.PROPAGATION_REQUIRED,
                TransactionDefinition.PROPAGATION_SUPPORTS,
                TransactionDefinition.PROPAGATION_MANDATORY,
                TransactionDefinition.PROPAGATION_NOT_SUPPORTED,
                TransactionDefinition.PROPAGATION_REQUIRES_NEW
            })
    void under_every_propagation_inside_the_work_its_writes_go_with_the_claim(int propagation) {
        assertThatThrownBy(() -> idempotency.once(Lab.attempt("key"), claim -> {
                    inside(propagation).executeWithoutResult(status -> Lab.effect(claim));
                    throw new IllegalStateException("too bad");
                }))
                .hasMessage("too bad");
        assertThat(lab.effects("key")).isZero();

        assertThat(idempotency.once(
                        Lab.attempt("key"), claim -> inside(propagation).execute(status -> Lab.effect(claim))))
                .isEqualTo(new Outcome.FirstRun<>("done key"));
        assertThat(lab.effects("key")).isEqualTo(1);
        assertThat(pool.getHikariPoolMXBean().getActiveConnections()).isZero();
    }

    /** Spring itself refuses the one; the other would be a savepoint that the claim knows nothing of. */
    @ParameterizedTest
    @ValueSource(ints = {TransactionDefinition.PROPAGATION_NEVER, TransactionDefinition.PROPAGATION_NESTED})
    void the_other_two_propagations_are_refused_inside_the_work_and_nothing_is_kept(int propagation) {
        assertThatThrownBy(() -> idempotency.once(Lab.attempt("key"), claim -> {
                    Lab.effect(claim);
                    return inside(propagation).execute(status -> Lab.effect(claim));
                }))
                .hasMessageMatching("Existing transaction found.*|'setSavepoint\\(\\)' is not for the work.*");

        assertThat(lab.effects("key")).isZero();
        assertThat(lab.number("select count(*) from lab.answers")).isZero();
        assertThat(pool.getHikariPoolMXBean().getActiveConnections()).isZero();
    }

    @Test
    void a_statement_that_was_kept_is_refused_after_the_end() {
        AtomicReference<JdbcClient.StatementSpec> kept = new AtomicReference<>();
        idempotency.once(Lab.attempt("first"), claim -> {
            kept.set(claim.sql(INSERT));
            return "kept";
        });

        assertThatThrownBy(() -> kept.get().update())
                .isInstanceOf(InvalidDataAccessApiUsageException.class)
                .hasMessageContaining("its transaction has ended");
        assertThat(lab.effects("key")).isZero();
    }

    @Test
    void a_statement_that_was_kept_does_not_run_in_another_claim() {
        AtomicReference<JdbcClient.StatementSpec> kept = new AtomicReference<>();
        idempotency.once(Lab.attempt("first"), claim -> {
            kept.set(claim.sql(INSERT));
            return "kept";
        });

        assertThatThrownBy(() -> idempotency.once(
                        Lab.attempt("second"), claim -> "wrote " + kept.get().update()))
                .hasMessageContaining("its transaction has ended");
        assertThat(lab.effects("key")).isZero();
    }

    @Test
    void a_statement_is_refused_on_another_thread() {
        assertThatThrownBy(() -> idempotency.once(Lab.attempt("key"), claim -> {
                    JdbcClient.StatementSpec made = claim.sql(INSERT);
                    return "wrote "
                            + CompletableFuture.supplyAsync(made::update).join();
                }))
                .hasMessageContaining("must stay on the thread");
        assertThat(lab.effects("key")).isZero();
    }

    @Test
    void writes_without_a_key_keep_to_their_connection_too() {
        AtomicReference<JdbcClient.StatementSpec> kept = new AtomicReference<>();
        assertThatThrownBy(() -> core.writes().repeatable(write -> {
                    kept.set(write.sql(INSERT));
                    inside(TransactionDefinition.PROPAGATION_NOT_SUPPORTED)
                            .executeWithoutResult(status -> write.sql(INSERT).update());
                    throw new IllegalStateException("too bad");
                }))
                .hasMessage("too bad");
        assertThatThrownBy(() -> kept.get().update()).hasMessageContaining("its transaction has ended");
        assertThat(lab.effects("key")).isZero();
    }

    @Test
    void a_claim_that_was_kept_is_dead_after_the_end() {
        AtomicReference<Claim> kept = new AtomicReference<>();
        idempotency.once(Lab.attempt("first"), claim -> {
            kept.set(claim);
            return "kept";
        });
        assertThatThrownBy(() -> kept.get().sql(INSERT)).hasMessageContaining("its transaction has ended");
        assertThatThrownBy(() -> kept.get().orRollBack(() -> "part")).hasMessageContaining("its transaction has ended");
    }

    private TransactionTemplate inside(int propagation) {
        TransactionTemplate template = new TransactionTemplate(new JdbcTransactionManager(pool));
        template.setPropagationBehavior(propagation);
        return template;
    }
}
