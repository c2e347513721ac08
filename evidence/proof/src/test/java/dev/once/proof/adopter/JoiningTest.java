package dev.once.proof.adopter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.once.core.Attempt;
import dev.once.core.Claim;
import dev.once.core.Fingerprint;
import dev.once.core.Idempotencies.HostTransactions;
import dev.once.core.Idempotency;
import dev.once.core.IdempotencyKey;
import dev.once.core.Ledger;
import dev.once.core.Outcome;
import dev.once.core.Stored;
import dev.once.core.support.StartupRefusedException;
import dev.once.faults.Hammer;
import dev.once.localpostgres.Database;
import dev.once.localpostgres.TestPostgres;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.UnexpectedRollbackException;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Claims that join the transaction of their caller: kept with it, lost with it, and never in its way. */
class JoiningTest {

    /** Whose transactions the caller uses. */
    enum Manager {
        JDBC,
        JPA
    }

    private static final Database DATABASE = TestPostgres.shared().newDatabase();

    private final JpaShop shop = new JpaShop(DATABASE, 8);
    private PlatformTransactionManager manager = shop.plain;
    private Idempotency<String> claims = joining(UnaryOperator.identity());

    private void use(Manager chosen) {
        use(chosen, UnaryOperator.identity());
    }

    private void use(Manager chosen, UnaryOperator<Ledger.Builder> change) {
        manager = chosen == Manager.JPA ? shop.jpa : shop.plain;
        claims = joining(change);
    }

    private Idempotency<String> joining(UnaryOperator<Ledger.Builder> change) {
        return shop.core(new HostTransactions(manager, manager == shop.jpa))
                .of(change.apply(JpaShop.ledger().joining()).storing(Stored.text("order_id")));
    }

    @AfterEach
    void close() {
        shop.close();
    }

    @ParameterizedTest
    @EnumSource
    void a_claim_is_kept_with_its_callers_transaction_and_replayed_afterwards(Manager chosen) {
        use(chosen);
        List<Boolean> seenOutside = new ArrayList<>();
        Outcome<String> first = inTransaction(() -> {
            write("before");
            Outcome<String> outcome = claims.once(attempt("tea"), claim -> place("tea"));
            seenOutside.add(isClaimCommitted());
            write("after");
            return outcome;
        });
        assertThat(first).isInstanceOf(Outcome.FirstRun.class);
        assertThat(seenOutside).containsExactly(false);
        assertThat(shop.orders()).containsExactlyInAnyOrder("before", "tea", "after");
        assertThat(claims.once(attempt("tea"), claim -> place("tea")))
                .isEqualTo(new Outcome.Replay<>(((Outcome.FirstRun<String>) first).result()));
        assertThat(shop.orders()).hasSize(3);
    }

    @ParameterizedTest
    @EnumSource
    void it_is_lost_with_its_callers_transaction_and_the_next_attempt_runs(Manager chosen) {
        use(chosen);
        assertThatThrownBy(() -> inTransaction(() -> {
                    claims.once(attempt("tea"), claim -> place("tea"));
                    throw new IllegalStateException("the caller fails");
                }))
                .hasMessage("the caller fails");
        assertThat(shop.orders()).isEmpty();
        assertThat(inTransaction(() -> claims.once(attempt("tea"), claim -> place("tea"))))
                .isInstanceOf(Outcome.FirstRun.class);
        assertThat(shop.orders()).containsExactly("tea");
    }

    @ParameterizedTest
    @EnumSource
    void without_a_transaction_it_begins_its_own(Manager chosen) {
        use(chosen);
        assertThat(claims.once(attempt("tea"), claim -> place("tea"))).isInstanceOf(Outcome.FirstRun.class);
        assertThat(isClaimCommitted()).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void who_loses_the_key_goes_on_in_his_transaction(Manager chosen) {
        use(chosen);
        claims.once(attempt("tea"), claim -> place("tea"));
        use(chosen, ledger -> ledger);
        List<Outcome<String>> outcomes = inTransaction(() -> {
            write("before");
            List<Outcome<String>> both = List.of(
                    claims.once(attempt("tea"), claim -> place("tea")),
                    claims.once(attempt("coffee"), claim -> place("coffee")));
            write("after");
            return both;
        });
        assertThat(outcomes.get(0)).isInstanceOf(Outcome.Replay.class);
        assertThat(outcomes.get(1)).isInstanceOf(Outcome.KeyReused.class);
        assertThat(shop.orders()).containsExactlyInAnyOrder("tea", "before", "after");
    }

    @ParameterizedTest
    @EnumSource
    void who_waits_too_long_goes_on_in_his_transaction(Manager chosen) {
        use(chosen);
        Parked running = park();
        use(chosen, ledger -> ledger.waitAtMost(Duration.ofMillis(300)));
        Outcome<String> outcome = inTransaction(() -> {
            write("before");
            Outcome<String> waited = claims.once(attempt("tea"), claim -> place("tea"));
            write("after");
            return waited;
        });
        assertThat(outcome).isInstanceOf(Outcome.InFlight.class);
        running.end();
        assertThat(shop.orders()).containsExactlyInAnyOrder("parked", "before", "after");
    }

    @ParameterizedTest
    @EnumSource
    void work_that_throws_takes_the_callers_transaction_along_even_where_he_catches_it(Manager chosen) {
        use(chosen);
        assertThatThrownBy(() -> inTransaction(() -> {
                    write("before");
                    assertThatThrownBy(() -> claims.once(attempt("tea"), claim -> {
                                place("tea");
                                throw new IllegalStateException("too bad");
                            }))
                            .hasMessage("too bad");
                    return null;
                }))
                .isInstanceOf(UnexpectedRollbackException.class);
        assertThat(shop.orders()).isEmpty();
        assertThat(isClaimCommitted()).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void the_same_key_twice_in_one_transaction_replays_without_waiting_for_itself(Manager chosen) {
        use(chosen, ledger -> ledger.waitAtMost(Duration.ofSeconds(30)));
        List<Outcome<String>> outcomes = inTransaction(() -> List.of(
                claims.once(attempt("tea"), claim -> place("tea")),
                claims.once(attempt("tea"), claim -> place("tea")),
                claims.once(attempt("coffee"), claim -> place("coffee"))));
        assertThat(outcomes.get(0)).isInstanceOf(Outcome.FirstRun.class);
        assertThat(outcomes.get(1))
                .isEqualTo(new Outcome.Replay<>(((Outcome.FirstRun<String>) outcomes.get(0)).result()));
        assertThat(outcomes.get(2)).isInstanceOf(Outcome.KeyReused.class);
        assertThat(shop.orders()).containsExactly("tea");
    }

    @ParameterizedTest
    @EnumSource
    void work_that_claims_its_own_key_is_told_that_it_is_running(Manager chosen) {
        use(chosen, ledger -> ledger.waitAtMost(Duration.ofSeconds(30)));
        List<Outcome<String>> inner = new ArrayList<>();
        inTransaction(() -> claims.once(attempt("tea"), claim -> {
            inner.add(claims.once(attempt("tea"), again -> place("again")));
            inner.add(inNew(() -> claims.once(attempt("tea"), again -> place("again"))));
            return place("tea");
        }));
        assertThat(inner).hasSize(2).allMatch(Outcome.InFlight.class::isInstance);
        assertThat(shop.orders()).containsExactly("tea");
    }

    @ParameterizedTest
    @EnumSource
    void a_new_transaction_beside_the_callers_does_not_wait_for_it(Manager chosen) {
        use(chosen, ledger -> ledger.waitAtMost(Duration.ofSeconds(30)));
        Outcome<String> beside = inTransaction(() -> {
            claims.once(attempt("tea"), claim -> place("tea"));
            return inNew(() -> claims.once(attempt("tea"), claim -> place("tea")));
        });
        assertThat(beside).isInstanceOf(Outcome.InFlight.class);
        assertThat(shop.orders()).containsExactly("tea");
    }

    @ParameterizedTest
    @EnumSource
    void of_twenty_five_racing_transactions_one_runs_it(Manager chosen) {
        use(chosen, ledger -> ledger.waitAtMost(Duration.ofSeconds(20)));
        var blows = Hammer.of(25).strike(i -> inTransaction(() -> claims.once(attempt("tea"), claim -> place("tea"))));
        assertThat(blows.answersOfAll())
                .filteredOn(Outcome.FirstRun.class::isInstance)
                .hasSize(1);
        assertThat(blows.answersOfAll()).noneMatch(Outcome.KeyReused.class::isInstance);
        assertThat(shop.orders()).containsExactly("tea");
    }

    @ParameterizedTest
    @EnumSource
    void a_claim_that_is_deleted_later_in_the_transaction_fails_its_commit(Manager chosen) {
        use(chosen);
        assertThatThrownBy(() -> inTransaction(() -> {
                    claims.once(attempt("tea"), claim -> place("tea"));
                    return shop.jdbc.update("delete from order_claims");
                }))
                .hasMessageContaining("deleted the claim's row");
        assertThat(shop.orders()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void an_sql_error_that_is_swallowed_in_the_last_callback_fails_the_commit(Manager chosen) {
        use(chosen);
        assertThatThrownBy(() -> inTransaction(() -> {
                    claims.once(attempt("tea"), claim -> place("tea"));
                    TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                        @Override
                        public void beforeCompletion() {
                            assertThatThrownBy(() -> shop.jdbc.execute("insert into nowhere values (1)"))
                                    .isNotNull();
                        }
                    });
                    return null;
                }))
                .hasMessageContaining("swallowed a database error");
        assertThat(shop.orders()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void it_is_counted_when_the_transaction_has_ended(Manager chosen) {
        use(chosen);
        inTransaction(() -> {
            claims.once(attempt("tea"), claim -> place("tea"));
            assertThat(counted("claimed")).isZero();
            return null;
        });
        assertThat(counted("claimed")).isOne();
        assertThatThrownBy(() -> inTransaction(() -> {
                    claims.once(attempt("coffee", "other"), claim -> place("coffee"));
                    throw new IllegalStateException("the caller fails");
                }))
                .isNotNull();
        assertThat(counted("claimed")).isOne();
        assertThat(counted("failed")).isOne();
    }

    /** They hold a connection each while they wait: here 5 of 8. */
    @ParameterizedTest
    @EnumSource
    void only_a_few_wait_with_their_connection_and_the_others_are_told_at_once(Manager chosen) throws Exception {
        use(chosen, ledger -> ledger.waitAtMost(Duration.ofSeconds(30)));
        Parked running = park();
        List<CompletableFuture<Outcome<String>>> waiting = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            waiting.add(CompletableFuture.supplyAsync(
                    () -> inTransaction(() -> claims.once(attempt("tea"), claim -> place("tea"))),
                    task -> new Thread(task).start()));
        }
        CompletableFuture<Object> refused = CompletableFuture.anyOf(waiting.toArray(CompletableFuture[]::new));
        assertThat(refused.get()).isInstanceOf(Outcome.InFlight.class);
        assertThat(waiting).filteredOn(CompletableFuture::isDone).hasSize(1);
        running.end();
        for (CompletableFuture<Outcome<String>> one : waiting) {
            assertThat(one.get()).isInstanceOfAny(Outcome.InFlight.class, Outcome.KeyReused.class);
        }
    }

    @Test
    void what_the_caller_undoes_to_a_savepoint_is_undone_with_its_claim() {
        assertThat(inTransaction(() -> {
                    assertThatThrownBy(() -> in(TransactionDefinition.PROPAGATION_NESTED, () -> {
                                claims.once(attempt("tea"), claim -> place("tea"));
                                throw new IllegalStateException("the part fails");
                            }))
                            .hasMessage("the part fails");
                    assertThat(counted("failed")).isOne();
                    return claims.once(attempt("tea"), claim -> place("tea again"));
                }))
                .isInstanceOf(Outcome.FirstRun.class);
        assertThat(shop.orders()).containsExactly("tea again");
    }

    @ParameterizedTest
    @EnumSource
    void a_read_only_transaction_is_refused(Manager chosen) {
        use(chosen);
        TransactionTemplate readOnly = new TransactionTemplate(manager);
        readOnly.setReadOnly(true);
        assertThatThrownBy(() -> readOnly.execute(status -> claims.once(attempt("tea"), claim -> place("tea"))))
                .hasMessageContaining("begun as read only");
    }

    @ParameterizedTest
    @ValueSource(ints = {TransactionDefinition.ISOLATION_REPEATABLE_READ, TransactionDefinition.ISOLATION_SERIALIZABLE})
    void isolation_above_read_committed_is_refused(int isolation) {
        TransactionTemplate strict = new TransactionTemplate(manager);
        strict.setIsolationLevel(isolation);
        assertThatThrownBy(() -> strict.execute(status -> claims.once(attempt("tea"), claim -> place("tea"))))
                .hasMessageContaining("Use READ COMMITTED");
    }

    @ParameterizedTest
    @EnumSource
    void synchronization_without_a_transaction_is_refused(Manager chosen) {
        use(chosen);
        assertThatThrownBy(() -> in(
                        TransactionDefinition.PROPAGATION_SUPPORTS,
                        () -> claims.once(attempt("tea"), claim -> place("tea"))))
                .hasMessageContaining("without a transaction");
    }

    @ParameterizedTest
    @EnumSource
    void behind_the_fence_it_joins_before_the_first_query_and_is_refused_after_it(Manager chosen) {
        shop.readOnlyByDefault();
        use(chosen);
        assertThat(inTransaction(() -> claims.once(attempt("tea"), claim -> place("tea"))))
                .isInstanceOf(Outcome.FirstRun.class);
        assertThatThrownBy(() -> inTransaction(() -> {
                    shop.jdbc.queryForList("select 1");
                    return claims.once(attempt("coffee", "other"), claim -> place("coffee"));
                }))
                .hasMessageContaining("Claim first, then read");
        assertThat(shop.orders()).containsExactly("tea");
    }

    @ParameterizedTest
    @EnumSource
    void a_transaction_that_has_ended_is_refused_and_a_new_one_in_its_callback_is_not(Manager chosen) {
        use(chosen);
        List<Object> told = new ArrayList<>();
        inTransaction(() -> {
            write("before");
            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                @Override
                public void afterCommit() {
                    told.add(inNew(() -> claims.once(attempt("tea"), claim -> place("tea"))));
                    try {
                        told.add(claims.once(attempt("tea", "other"), claim -> place("lost")));
                    } catch (RuntimeException e) {
                        told.add(e.getMessage());
                    }
                }
            });
            return null;
        });
        assertThat(told.get(0)).isInstanceOf(Outcome.FirstRun.class);
        assertThat(told.get(1)).asString().contains("it has ended");
        assertThat(shop.orders()).containsExactlyInAnyOrder("before", "tea");
    }

    @Test
    void a_transaction_of_another_manager_is_refused() {
        PlatformTransactionManager other = new JdbcTransactionManager(shop.pool);
        use(Manager.JPA);
        assertThatThrownBy(() -> new TransactionTemplate(other)
                        .execute(status -> claims.once(attempt("tea"), claim -> place("tea"))))
                .hasMessageContaining("cannot join");
        assertThat(shop.orders()).isEmpty();
    }

    @Test
    void a_ledger_that_joins_needs_a_manager_that_the_core_knows() {
        assertThatThrownBy(() -> shop.core(HostTransactions.none())
                        .of(JpaShop.ledger().joining().storing(Stored.text("order_id"))))
                .isInstanceOf(StartupRefusedException.class);
    }

    @Test
    void a_ledger_that_does_not_join_refuses_and_names_the_choice() {
        Idempotency<String> alone = shop.core(new HostTransactions(manager, false))
                .of(JpaShop.ledger().storing(Stored.text("order_id")));
        assertThatThrownBy(() -> inTransaction(() -> alone.once(attempt("tea"), claim -> place("tea"))))
                .hasMessageContaining("Ledger.Builder.joining()");
    }

    private Attempt attempt(String item) {
        return attempt(item, "key");
    }

    private Attempt attempt(String item, String key) {
        return Attempt.of(shop.tenant, new IdempotencyKey(key), Fingerprint.of(item));
    }

    /** What a {@code @Transactional} service of the application does, with entities where it has them. */
    private String place(String item) {
        if (manager == shop.jpa) {
            return shop.place(item);
        }
        write(item);
        return item;
    }

    private void write(String item) {
        shop.jdbc.update("insert into orders (id, tenant, item) values (gen_random_uuid(), 'acme', ?)", item);
    }

    private <T> T inTransaction(Supplier<T> work) {
        return in(TransactionDefinition.PROPAGATION_REQUIRED, work);
    }

    private <T> T inNew(Supplier<T> work) {
        return in(TransactionDefinition.PROPAGATION_REQUIRES_NEW, work);
    }

    private <T> T in(int propagation, Supplier<T> work) {
        TransactionTemplate template = new TransactionTemplate(manager);
        template.setPropagationBehavior(propagation);
        return template.execute(status -> work.get());
    }

    private boolean isClaimCommitted() {
        return CompletableFuture.supplyAsync(
                                () -> shop.jdbc.queryForObject("select count(*) from order_claims", Long.class))
                        .join()
                == 1;
    }

    private double counted(String disposition) {
        return shop.meters
                .get("once.claims")
                .tag("disposition", disposition)
                .counter()
                .count();
    }

    /** An attempt of the same key in a transaction of its own, in the middle of its work. */
    private Parked park() {
        CountDownLatch go = new CountDownLatch(1);
        CountDownLatch arrived = new CountDownLatch(1);
        Function<Claim, String> work = claim -> {
            write("parked");
            arrived.countDown();
            await().until(() -> go.getCount() == 0);
            return "parked";
        };
        Thread thread = new Thread(() -> inTransaction(() -> claims.once(attempt("parked"), work)));
        thread.start();
        await().until(() -> arrived.getCount() == 0);
        return new Parked(thread, go);
    }

    private record Parked(Thread thread, CountDownLatch go) {

        void end() {
            go.countDown();
            try {
                thread.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
