package dev.once.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.zaxxer.hikari.HikariDataSource;
import dev.once.core.Attempt;
import dev.once.core.Done;
import dev.once.core.Fingerprint;
import dev.once.core.Idempotencies;
import dev.once.core.Idempotency;
import dev.once.core.IdempotencyKey;
import dev.once.core.Ledger;
import dev.once.core.Scope;
import dev.once.core.Writes;
import dev.once.core.protocol.ProtocolObserver;
import dev.once.localpostgres.Database;
import dev.once.localpostgres.TestPostgres;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;
import org.springframework.orm.jpa.vendor.HibernateJpaVendorAdapter;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Wherever the core is called from, it works or refuses with a sentence, and leaves the thread and the pool as they were. */
class CalledFromAnywhereTest {

    private static HikariDataSource pool;
    private static LocalContainerEntityManagerFactoryBean entities;
    /** By the engine: transactions of the core's own, and those of the application's manager. */
    private static final Map<String, Idempotencies> CORES = new LinkedHashMap<>();

    private static final Map<String, Idempotency<Done>> LEDGERS = new LinkedHashMap<>();

    /** A place to call from, and whether the core writes there or refuses. */
    private record Place(boolean writes, Consumer<Runnable> call) {}

    private static final Map<String, Place> PLACES = new LinkedHashMap<>();
    private static final Map<String, BiConsumer<String, Attempt>> CALLS = new LinkedHashMap<>();

    @BeforeAll
    static void open() {
        Database database = TestPostgres.shared().newDatabase();
        pool = new HikariDataSource();
        pool.setJdbcUrl(database.jdbcUrl());
        pool.setUsername(database.username());
        pool.setPassword(database.password());
        pool.setMaximumPoolSize(4);
        new JdbcTemplate(pool)
                .execute(
                        """
                        create table claims (
                          scope text not null, idempotency_key text not null, created_at timestamptz not null default now(),
                          primary key (scope, idempotency_key));
                        create table orders (
                          id uuid primary key default gen_random_uuid(), tenant text, idempotency_key text, item text,
                          created_at timestamptz not null default now())""");
        entities = new LocalContainerEntityManagerFactoryBean();
        entities.setDataSource(pool);
        entities.setPackagesToScan("dev.once.proof.adopter");
        entities.setJpaVendorAdapter(new HibernateJpaVendorAdapter());
        entities.afterPropertiesSet();
        PlatformTransactionManager jdbc = new JdbcTransactionManager(pool);
        PlatformTransactionManager jpa = new JpaTransactionManager(entities.getObject());
        open("the core's transactions", null);
        open("the application's transactions", jpa);
        PLACES.put("no transaction", new Place(true, Runnable::run));
        for (int propagation : new int[] {
            TransactionDefinition.PROPAGATION_SUPPORTS,
            TransactionDefinition.PROPAGATION_NOT_SUPPORTED,
            TransactionDefinition.PROPAGATION_NEVER
        }) {
            PLACES.put("synchronization only, JDBC, " + propagation, new Place(true, in(jdbc, propagation, false)));
            PLACES.put("synchronization only, JPA, " + propagation, new Place(true, in(jpa, propagation, false)));
        }
        PLACES.put("synchronization only, after a read that bound a connection", new Place(true, call -> in(
                        jdbc, TransactionDefinition.PROPAGATION_SUPPORTS, false)
                .accept(() -> {
                    new JdbcTemplate(pool).queryForObject("select 1", Integer.class);
                    call.run();
                    new JdbcTemplate(pool).queryForObject("select 1", Integer.class);
                })));
        int required = TransactionDefinition.PROPAGATION_REQUIRED;
        PLACES.put("JDBC transaction", new Place(false, in(jdbc, required, false)));
        PLACES.put("JPA transaction", new Place(false, in(jpa, required, false)));
        PLACES.put("read-only JDBC transaction", new Place(false, in(jdbc, required, true)));
        PLACES.put("read-only JPA transaction", new Place(false, in(jpa, required, true)));
        JdbcTransactionManager silent = new JdbcTransactionManager(pool);
        silent.setTransactionSynchronization(JdbcTransactionManager.SYNCHRONIZATION_NEVER);
        PLACES.put("JDBC transaction that Spring is not told of", new Place(false, in(silent, required, false)));
        PLACES.put("after-commit listener, JDBC", new Place(false, afterCommit(jdbc)));
        PLACES.put("after-commit listener, JPA", new Place(false, afterCommit(jpa)));

        CALLS.put("once", (engine, attempt) -> LEDGERS.get(engine).once(attempt, claim -> {
            write(attempt);
            return Done.DONE;
        }));
        CALLS.put("unique", (engine, attempt) -> CORES.get(engine)
                .writes()
                .unique(
                        write -> {
                            write(attempt);
                            return Optional.of("made");
                        },
                        Optional::empty));
        CALLS.put("repeatable", (engine, attempt) -> CORES.get(engine).writes().repeatable(write -> {
            write(attempt);
            return "done";
        }));
        CALLS.put(
                "answered", (engine, attempt) -> assertThat(LEDGERS.get(engine).answered(attempt))
                        .isEmpty());
    }

    private static void open(String engine, @Nullable PlatformTransactionManager manager) {
        Idempotencies core = new Idempotencies(
                pool,
                new Idempotencies.HostTransactions(manager, manager != null),
                new Idempotencies.Limits(4, 50, 100),
                UnaryOperator.identity(),
                new SimpleMeterRegistry(),
                ProtocolObserver.NONE,
                false);
        CORES.put(engine, core);
        LEDGERS.put(engine, core.of(Ledger.named("claims").claimOnly()));
    }

    @AfterAll
    static void close() {
        entities.destroy();
        pool.close();
    }

    static Stream<Arguments> everything() {
        return Stream.of(
                        "no transaction",
                        "synchronization only, JDBC, 1",
                        "synchronization only, JPA, 1",
                        "synchronization only, JDBC, 4",
                        "synchronization only, JPA, 4",
                        "synchronization only, JDBC, 5",
                        "synchronization only, JPA, 5",
                        "synchronization only, after a read that bound a connection",
                        "JDBC transaction",
                        "JPA transaction",
                        "read-only JDBC transaction",
                        "read-only JPA transaction",
                        "JDBC transaction that Spring is not told of",
                        "after-commit listener, JDBC",
                        "after-commit listener, JPA")
                .flatMap(place -> Stream.of("once", "unique", "repeatable", "answered")
                        .flatMap(call -> Stream.of("the core's transactions", "the application's transactions")
                                .map(engine -> Arguments.of(place, call, engine))));
    }

    @ParameterizedTest(name = "{1} from {0}, in {2}")
    @MethodSource("everything")
    void it_works_or_refuses_with_a_sentence_and_leaves_nothing_behind(
            String placeName, String callName, String engine) {
        Place place = PLACES.get(placeName);
        Attempt attempt =
                Attempt.of(new Scope(UUID.randomUUID().toString()), new IdempotencyKey("key"), Fingerprint.none());
        AtomicReference<Throwable> failure = new AtomicReference<>();

        place.call()
                .accept(() ->
                        failure.set(catchThrowable(() -> CALLS.get(callName).accept(engine, attempt))));

        // JPA's manager takes no place beside another manager of the same data source, and says so, to readers too.
        boolean beside =
                engine.equals("the application's transactions") && placeName.contains("JDBC") && !place.writes();
        boolean expected = place.writes() || callName.equals("answered") && !beside;
        if (expected) {
            assertThat(failure.get()).isNull();
        } else {
            assertThat(NestedExceptionUtils.getMostSpecificCause(failure.get()))
                    .hasMessageMatching(beside ? "Already value.*|.*Call.*\\." : ".*Call.*\\.");
        }
        assertThat(orders(attempt)).isEqualTo(expected && !callName.equals("answered") ? 1 : 0);
        assertThat(pool.getHikariPoolMXBean().getActiveConnections()).isZero();
        assertThat(TransactionSynchronizationManager.getResourceMap()).isEmpty();
        assertThat(TransactionSynchronizationManager.isSynchronizationActive()).isFalse();
        assertThat(TransactionSynchronizationManager.isActualTransactionActive())
                .isFalse();
        assertThat(Writes.isWorkRunning()).isFalse();
    }

    @AfterEach
    void the_next_transaction_on_this_thread_really_is_one() {
        Attempt attempt = Attempt.of(new Scope("next"), new IdempotencyKey("key"), Fingerprint.none());
        new TransactionTemplate(new JdbcTransactionManager(pool)).executeWithoutResult(status -> {
            write(attempt);
            status.setRollbackOnly();
        });
        assertThat(orders(attempt)).isZero();
    }

    private static void write(Attempt attempt) {
        new JdbcTemplate(pool)
                .update(
                        "insert into orders (tenant, item) values (?, 'tea')",
                        attempt.scope().value());
    }

    private static int orders(Attempt attempt) {
        return new JdbcTemplate(pool)
                .queryForObject(
                        "select count(*)::int from orders where tenant = ?",
                        Integer.class,
                        attempt.scope().value());
    }

    private static Consumer<Runnable> in(PlatformTransactionManager manager, int propagation, boolean readOnly) {
        TransactionTemplate template = new TransactionTemplate(manager);
        template.setPropagationBehavior(propagation);
        template.setReadOnly(readOnly);
        return call -> template.executeWithoutResult(status -> call.run());
    }

    private static Consumer<Runnable> afterCommit(PlatformTransactionManager manager) {
        return call -> new TransactionTemplate(manager)
                .executeWithoutResult(status ->
                        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                            @Override
                            public void afterCommit() {
                                call.run();
                            }
                        }));
    }
}
