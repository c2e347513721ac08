package dev.once.proof;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.once.core.Claim;
import dev.once.core.Idempotencies;
import dev.once.core.Idempotencies.HostTransactions;
import dev.once.core.Idempotency;
import dev.once.core.Ledger;
import dev.once.core.Outcome;
import dev.once.core.Writes;
import dev.once.core.protocol.ProtocolObserver;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessException;
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

/**
 * Both engines, joining and not, propagation modes, works and failures in a random mix against one ledger, with the fence down.
 * {@code -Donce.soak.seconds=600} makes it ten minutes; {@code -Donce.soak.seed} repeats its choices; target/soak-report.txt counts them.
 */
@Tag("full")
class SoakTest {

    private static final Path REPORT = Path.of("target", "soak-report.txt");
    private static final int WORKERS = 8;

    private final Lab lab = Lab.open();
    private final HikariDataSource pool = lab.poolWithoutFence(WORKERS);
    private final LocalContainerEntityManagerFactoryBean entities = new LocalContainerEntityManagerFactoryBean();
    private final List<Engine> engines = new ArrayList<>();
    private final Map<String, LongAdder> counts = new ConcurrentHashMap<>();

    /** Transactions of the core's own or of the application's manager, which is around and inside its claims too. */
    private record Engine(String name, Idempotency<String> idempotency, PlatformTransactionManager manager) {

        TransactionTemplate template(int propagation) {
            TransactionTemplate template = new TransactionTemplate(manager);
            template.setPropagationBehavior(propagation);
            return template;
        }
    }

    @BeforeEach
    void open() {
        entities.setDataSource(pool);
        entities.setPackagesToScan("dev.once.proof.adopter");
        entities.setJpaVendorAdapter(new HibernateJpaVendorAdapter());
        entities.afterPropertiesSet();
        JpaTransactionManager jpa = new JpaTransactionManager(entities.getObject());
        JdbcTransactionManager jdbc = new JdbcTransactionManager(pool);
        engines.add(new Engine("own", ledger(new HostTransactions(jdbc, false), Lab.joining(false)), jdbc));
        engines.add(new Engine("own, joining", ledger(new HostTransactions(jdbc, false), Lab.joining(true)), jdbc));
        engines.add(new Engine("application's", ledger(new HostTransactions(jpa, true), Lab.joining(false)), jpa));
        engines.add(
                new Engine("application's, joining", ledger(new HostTransactions(jpa, true), Lab.joining(true)), jpa));
    }

    private Idempotency<String> ledger(HostTransactions transactions, Ledger<String> ledger) {
        return new Idempotencies(
                        pool,
                        transactions,
                        new Idempotencies.Limits(WORKERS, 50, 100),
                        UnaryOperator.identity(),
                        new SimpleMeterRegistry(),
                        ProtocolObserver.NONE,
                        false)
                .of(ledger);
    }

    @AfterEach
    void close() {
        entities.destroy();
        lab.close();
    }

    /** What the call stands in. */
    private enum Around {
        NOTHING(-1),
        SUPPORTS(TransactionDefinition.PROPAGATION_SUPPORTS),
        NOT_SUPPORTED(TransactionDefinition.PROPAGATION_NOT_SUPPORTED),
        NEVER(TransactionDefinition.PROPAGATION_NEVER),
        REQUIRED(TransactionDefinition.PROPAGATION_REQUIRED),
        REQUIRES_NEW(TransactionDefinition.PROPAGATION_REQUIRES_NEW),
        AFTER_COMMIT(TransactionDefinition.PROPAGATION_REQUIRED);

        final int propagation;

        Around(int propagation) {
            this.propagation = propagation;
        }
    }

    /** How the work writes its one effect. */
    private enum Inside {
        CLAIM,
        JOINED_TEMPLATE,
        REQUIRED,
        SUPPORTS,
        MANDATORY,
        NOT_SUPPORTED,
        REQUIRES_NEW,
        NESTED,
        NEVER,
        PART,
        PART_THAT_FAILS_FIRST
    }

    /** What becomes of it. */
    private enum End {
        RETURNS,
        RETURNS_AGAIN,
        THROWS,
        SWALLOWS_AN_SQL_ERROR,
        MARKS_ROLLBACK_ONLY,
        SAYS_COMMIT,
        DELETES_ITS_CLAIM,
        BEFORE_COMMIT_THROWS,
        AFTER_COMMIT_THROWS,
        SESSION_IS_KILLED
    }

    @Test
    void effects_and_claims_agree_whatever_is_mixed() throws Exception {
        long seed = Long.getLong("once.soak.seed", new Random().nextLong());
        long until = System.nanoTime()
                + Duration.ofSeconds(Integer.getInteger("once.soak.seconds", 20))
                        .toNanos();
        ExecutorService workers = Executors.newFixedThreadPool(WORKERS);
        Stream<Future<Void>> all = IntStream.range(0, WORKERS)
                .mapToObj(worker -> (Callable<Void>) () -> {
                    Random random = new Random(seed + worker);
                    for (int i = 0; System.nanoTime() < until; i++) {
                        // Neighbours share keys, so that they race and replay.
                        attempt(random, "key-" + worker / 2 + "-" + i);
                    }
                    return null;
                })
                .map(workers::submit)
                .toList()
                .stream();
        for (Future<Void> one : all.toList()) {
            one.get();
        }
        workers.shutdown();

        report(seed);
        assertThat(lab.number("select count(*) from lab.answers")).isPositive();
        assertThat(lab.number("select count(*) from lab.answers where answer is null"))
                .as("claims without a result")
                .isZero();
        assertThat(
                        lab.number(
                                """
                        select count(*) from (
                          select idempotency_key from lab.effects group by idempotency_key having count(*) > 1) as doubled
                        """))
                .as("keys with two effects")
                .isZero();
        assertThat(
                        lab.number(
                                """
                        select count(*) from lab.answers full join lab.effects using (idempotency_key)
                        where answers.idempotency_key is null or effects.idempotency_key is null
                        """))
                .as("claims without an effect, and effects without a claim")
                .isZero();
        assertThat(told("FirstRun") + told("not told"))
                .as("first runs that were told, and those whose caller was left in doubt")
                .isGreaterThanOrEqualTo(lab.number("select count(*) from lab.answers"));
        assertThat(told("FirstRun")).isLessThanOrEqualTo(lab.number("select count(*) from lab.answers"));
        assertThat(pool.getHikariPoolMXBean().getActiveConnections()).isZero();
    }

    private void attempt(Random random, String key) {
        Engine engine = engines.get(random.nextInt(engines.size()));
        Around around = pick(random, Around.values());
        Inside inside = pick(random, Inside.values());
        End end = pick(random, End.values());
        count("engine " + engine.name());
        count("around " + around);
        AtomicReference<String> told = new AtomicReference<>("nothing");
        Runnable once = () -> told.set(once(engine, key, inside, end));
        try {
            switch (around) {
                case NOTHING -> once.run();
                case AFTER_COMMIT ->
                    engine.template(around.propagation).executeWithoutResult(status -> afterCommit(once));
                default -> engine.template(around.propagation).executeWithoutResult(status -> once.run());
            }
            // Only now: a claim that has joined is kept with the transaction around it.
            count("told " + told.get());
        } catch (RuntimeException e) {
            count("told not told: " + e.getClass().getSimpleName());
        }
        assertThat(TransactionSynchronizationManager.getResourceMap()).isEmpty();
        assertThat(TransactionSynchronizationManager.isSynchronizationActive()).isFalse();
        assertThat(TransactionSynchronizationManager.isActualTransactionActive())
                .isFalse();
        assertThat(Writes.isWorkRunning()).isFalse();
    }

    private String once(Engine engine, String key, Inside inside, End end) {
        Outcome<String> outcome = engine.idempotency().once(Lab.attempt(key), claim -> {
            count("inside " + inside);
            write(engine, claim, inside);
            count("end " + end);
            return end(engine, claim, end);
        });
        return outcome.getClass().getSimpleName();
    }

    private void write(Engine engine, Claim claim, Inside inside) {
        switch (inside) {
            case CLAIM -> Lab.effect(claim);
            case JOINED_TEMPLATE ->
                new JdbcTemplate(pool)
                        .update(
                                "insert into lab.effects (scope, idempotency_key) values ('acme', ?)",
                                claim.attempt().key().value());
            case REQUIRED -> inside(engine, claim, TransactionDefinition.PROPAGATION_REQUIRED);
            case SUPPORTS -> inside(engine, claim, TransactionDefinition.PROPAGATION_SUPPORTS);
            case MANDATORY -> inside(engine, claim, TransactionDefinition.PROPAGATION_MANDATORY);
            case NESTED -> inside(engine, claim, TransactionDefinition.PROPAGATION_NESTED);
            case NEVER -> inside(engine, claim, TransactionDefinition.PROPAGATION_NEVER);
            case NOT_SUPPORTED -> inside(engine, claim, TransactionDefinition.PROPAGATION_NOT_SUPPORTED);
            case REQUIRES_NEW -> inside(engine, claim, TransactionDefinition.PROPAGATION_REQUIRES_NEW);
            case PART -> claim.orRollBack(() -> claim.orRollBack(() -> Lab.effect(claim)));
            case PART_THAT_FAILS_FIRST -> {
                try {
                    claim.orRollBack(() -> {
                        Lab.effect(claim);
                        return claim.sql("select 1 / 0").query(Integer.class).single();
                    });
                } catch (DataAccessException e) {
                    Lab.effect(claim);
                }
            }
        }
    }

    private static void inside(Engine engine, Claim claim, int propagation) {
        engine.template(propagation).executeWithoutResult(status -> Lab.effect(claim));
    }

    private String end(Engine engine, Claim claim, End end) {
        switch (end) {
            case RETURNS, RETURNS_AGAIN -> {}
            case THROWS -> throw new IllegalStateException("as asked");
            case SWALLOWS_AN_SQL_ERROR -> {
                try {
                    claim.sql("select 1 / 0").query(Integer.class).single();
                } catch (DataAccessException swallowed) {
                    // What people do.
                }
            }
            case MARKS_ROLLBACK_ONLY ->
                engine.template(TransactionDefinition.PROPAGATION_REQUIRED)
                        .executeWithoutResult(org.springframework.transaction.TransactionStatus::setRollbackOnly);
            case SAYS_COMMIT -> claim.sql("commit").update();
            case DELETES_ITS_CLAIM ->
                claim.sql("delete from lab.answers where idempotency_key = :key")
                        .param("key", claim.attempt().key().value())
                        .update();
            case BEFORE_COMMIT_THROWS ->
                TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                    @Override
                    public void beforeCommit(boolean readOnly) {
                        throw new IllegalStateException("as asked");
                    }
                });
            case AFTER_COMMIT_THROWS ->
                afterCommit(() -> {
                    throw new IllegalStateException("as asked");
                });
            case SESSION_IS_KILLED -> {
                int session = claim.sql("select pg_backend_pid()")
                        .query(Integer.class)
                        .single();
                lab.run("select pg_terminate_backend(" + session + ", 5000)");
            }
        }
        return "done";
    }

    private static void afterCommit(Runnable listener) {
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void afterCommit() {
                listener.run();
            }
        });
    }

    private void report(long seed) throws IOException {
        StringBuilder report = new StringBuilder("-Donce.soak.seed=" + seed + "\n");
        new TreeMap<>(counts)
                .forEach((mode, count) ->
                        report.append(mode).append(": ").append(count).append('\n'));
        report.append("claims: ").append(lab.number("select count(*) from lab.answers"));
        report.append("\neffects: ").append(lab.number("select count(*) from lab.effects"));
        report.append("\nconnections in use: ")
                .append(pool.getHikariPoolMXBean().getActiveConnections());
        Files.writeString(REPORT, report.append('\n'));
    }

    private static <T> T pick(Random random, T[] values) {
        return values[random.nextInt(values.length)];
    }

    private void count(String mode) {
        counts.computeIfAbsent(mode, name -> new LongAdder()).increment();
    }

    private long told(String start) {
        return counts.entrySet().stream()
                .filter(entry -> entry.getKey().startsWith("told " + start))
                .mapToLong(entry -> entry.getValue().sum())
                .sum();
    }
}
