package dev.once.proof.adopter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.once.core.Attempt;
import dev.once.core.Fingerprint;
import dev.once.core.Idempotencies.HostTransactions;
import dev.once.core.Idempotency;
import dev.once.core.IdempotencyKey;
import dev.once.core.Outcome;
import dev.once.core.Scope;
import dev.once.core.Stored;
import dev.once.core.support.StartupRefusedException;
import dev.once.faults.Hammer;
import dev.once.localpostgres.Database;
import dev.once.localpostgres.TestPostgres;
import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.jta.JtaTransactionManager;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Claims in the transactions of the application's own manager: its entities join, commit and roll back with the claim. */
class ApplicationTransactionsTest {

    private static final Database DATABASE = TestPostgres.shared().newDatabase();

    private final JpaShop shop = new JpaShop(DATABASE, 1);
    private final EntityManager entities = shop.entities;
    private final PlatformTransactionManager jpa = shop.jpa;
    private final Idempotency<String> claims =
            shop.core(new HostTransactions(jpa, true)).of(JpaShop.ledger().storing(Stored.text("order_id")));
    private final Scope tenant = shop.tenant;

    @AfterEach
    void close() {
        shop.close();
    }

    @Test
    void an_unchanged_transactional_service_places_one_order_for_twenty_five_racers() {
        var blows = Hammer.of(25).strike(i -> claims.once(attempt("tea"), claim -> place("tea")));
        assertThat(blows.answersOfAll())
                .filteredOn(Outcome.FirstRun.class::isInstance)
                .hasSize(1);
        assertThat(orders()).hasSize(1);
    }

    @Test
    void with_open_in_view_and_a_pool_of_one_it_runs_replays_and_refuses() {
        shop.openInView();
        Outcome<String> first = claims.once(attempt("tea"), claim -> place("tea"));
        assertThat(first).isInstanceOf(Outcome.FirstRun.class);
        assertThat(claims.once(attempt("tea"), claim -> place("tea")))
                .isEqualTo(new Outcome.Replay<>(((Outcome.FirstRun<String>) first).result()));
        assertThat(claims.once(attempt("coffee"), claim -> place("coffee"))).isInstanceOf(Outcome.KeyReused.class);
        assertThat(claims.answered(attempt("tea"))).isPresent();
    }

    @Test
    void work_that_throws_takes_its_entities_along_and_the_next_attempt_runs() {
        shop.openInView();
        assertThatThrownBy(() -> claims.once(attempt("tea"), claim -> {
                    place("tea");
                    throw new IllegalStateException("too bad");
                }))
                .hasMessage("too bad");
        assertThat(claims.once(attempt("tea"), claim -> place("tea"))).isInstanceOf(Outcome.FirstRun.class);
        assertThat(orders()).hasSize(1);
    }

    @Test
    void a_statement_of_the_claim_sees_entities_that_were_not_flushed() {
        claims.once(attempt("tea"), claim -> {
            entities.persist(new JpaOrder(tenant.value(), "key", "tea"));
            return claim.sql("select item from orders").query(String.class).single();
        });
        assertThat(claims.answer(tenant, new IdempotencyKey("key"))).contains("tea");
    }

    @Test
    void a_part_that_fails_takes_back_its_entities_and_leaves_the_others() {
        claims.once(attempt("tea"), claim -> {
            entities.persist(new JpaOrder(tenant.value(), "key", "before"));
            assertThatThrownBy(() -> claim.orRollBack(() -> {
                        entities.persist(new JpaOrder(tenant.value(), "key", "part"));
                        throw new IllegalStateException("the part fails");
                    }))
                    .hasMessage("the part fails");
            return place("after");
        });
        assertThat(orders()).containsExactlyInAnyOrder("before", "after");
    }

    @Test
    void a_listener_before_the_commit_that_swallows_an_sql_error_fails_the_attempt() {
        assertThatThrownBy(() -> claims.once(attempt("tea"), claim -> {
                    TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                        @Override
                        public void beforeCommit(boolean readOnly) {
                            try {
                                shop.jdbc.execute("insert into nowhere values (1)");
                            } catch (RuntimeException swallowed) {
                                // What people do.
                            }
                        }
                    });
                    return place("tea");
                }))
                .hasMessageContaining("swallowed a database error");
        assertThat(orders()).isEmpty();
    }

    @Test
    void what_a_listener_writes_before_the_commit_goes_with_the_claim_and_one_after_it_cannot_fail_it() {
        List<String> told = new ArrayList<>();
        Outcome<String> outcome = claims.once(attempt("tea"), claim -> {
            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                @Override
                public void beforeCommit(boolean readOnly) {
                    place("audit");
                }

                @Override
                public void afterCommit() {
                    told.add("after");
                    throw new IllegalStateException("the listener fails");
                }
            });
            return place("tea");
        });
        assertThat(outcome).isInstanceOf(Outcome.FirstRun.class);
        assertThat(told).containsExactly("after");
        assertThat(orders()).containsExactlyInAnyOrder("tea", "audit");
    }

    @Test
    void a_claim_that_the_work_deletes_fails_and_keeps_nothing() {
        assertThatThrownBy(() -> claims.once(attempt("tea"), claim -> {
                    entities.createNativeQuery("delete from order_claims").executeUpdate();
                    return place("tea");
                }))
                .hasMessageContaining("deleted the claim's row");
        assertThat(orders()).isEmpty();
    }

    @Test
    void inside_a_transaction_of_the_application_it_is_refused() {
        assertThatThrownBy(() -> new TransactionTemplate(jpa)
                        .execute(status -> claims.once(attempt("tea"), claim -> place("tea"))))
                .hasMessageContaining("Claims do not nest");
    }

    @Test
    void a_serialization_failure_runs_again_with_entities_that_know_nothing_of_the_first_try() {
        List<Boolean> knew = new ArrayList<>();
        JpaOrder order = shop.stored("tea");
        Outcome<String> outcome = claims.once(attempt("tea"), claim -> {
            JpaOrder found = entities.find(JpaOrder.class, UUID.fromString(order.id()));
            knew.add(found.item().equals("changed"));
            found.change("changed");
            if (knew.size() == 1) {
                shop.jdbc.execute("do $$ begin raise exception using errcode = '40001'; end $$");
            }
            return "done";
        });
        assertThat(outcome).isInstanceOf(Outcome.FirstRun.class);
        assertThat(knew).containsExactly(false, false);
        assertThat(orders()).containsExactly("changed");
    }

    @Test
    void with_open_in_view_it_does_not_run_again_since_its_entities_have_seen_the_first_try() {
        JpaOrder order = shop.stored("tea");
        shop.openInView();
        List<String> tries = new ArrayList<>();
        JpaOrder loadedBefore = entities.find(JpaOrder.class, UUID.fromString(order.id()));
        assertThatThrownBy(() -> claims.once(attempt("tea"), claim -> {
                    tries.add("try");
                    loadedBefore.change("changed");
                    entities.flush();
                    if (tries.size() == 1) {
                        shop.jdbc.execute("do $$ begin raise exception using errcode = '40001'; end $$");
                    }
                    return "done";
                }))
                .isInstanceOf(TransientDataAccessException.class);
        assertThat(tries).hasSize(1);
        assertThat(orders()).containsExactly("tea");
    }

    @Test
    void transactions_of_several_resources_are_refused() {
        assertThatThrownBy(() -> shop.core(new HostTransactions(new JtaTransactionManager(), true)))
                .isInstanceOf(StartupRefusedException.class)
                .hasMessageContaining("JTA");
    }

    private String place(String item) {
        return shop.place(item);
    }

    private List<String> orders() {
        return shop.orders();
    }

    private Attempt attempt(String item) {
        return Attempt.of(tenant, new IdempotencyKey("key"), Fingerprint.of(item));
    }
}
