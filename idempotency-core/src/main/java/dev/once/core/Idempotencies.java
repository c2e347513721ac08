package dev.once.core;

import dev.once.core.protocol.ProtocolObserver;
import dev.once.core.support.SchemaName;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.PlatformTransactionManager;

/** Makes one {@link Idempotency} for each ledger of an application, and knows them all. */
public final class Idempotencies {

    /** The bounds that keep a storm of duplicates from using up an application: see the settings {@code once.*}. */
    public record Limits(int connectionsPerScope, int waitersPerKey, int waitersPerLedger) {

        public static Limits forPoolOf(int connections) {
            return new Limits(Math.max(1, connections / 2), 50, 100);
        }
    }

    /**
     * The application's own transactions.
     *
     * @param manager what begins and ends them; null where the application has none, and then no ledger can join them
     * @param runClaims whether claims run in them, so that whatever joins them (entities, {@code @Transactional} services) joins
     *     the claim; otherwise claims run in transactions of the core's own, which cost less
     */
    public record HostTransactions(@Nullable PlatformTransactionManager manager, boolean runClaims) {

        public static HostTransactions none() {
            return new HostTransactions(null, false);
        }
    }

    private final DataSource dataSource;
    private final boolean poolerSafe;
    private final Writes writes;
    private final Reads reads;
    private final Limits limits;
    private final UnaryOperator<Ledger<?>> settings;
    private final MeterRegistry meters;
    private final ProtocolObserver observer;
    private final Map<String, Idempotency<?>> known = new ConcurrentHashMap<>();
    private final Map<String, Ledger<?>> shared = new ConcurrentHashMap<>();
    private volatile boolean used;

    public Idempotencies(
            DataSource dataSource,
            Limits limits,
            UnaryOperator<Ledger<?>> settings,
            MeterRegistry meters,
            ProtocolObserver observer) {
        this(dataSource, HostTransactions.none(), limits, settings, meters, observer, false);
    }

    /** @param poolerSafe whether a pooler between here and the server may be trusted with prepared statements */
    public Idempotencies(
            DataSource dataSource,
            HostTransactions transactions,
            Limits limits,
            UnaryOperator<Ledger<?>> settings,
            MeterRegistry meters,
            ProtocolObserver observer,
            boolean poolerSafe) {
        this(dataSource, transactions, limits, settings, meters, observer, poolerSafe, SchemaName.ONCE);
    }

    /** @param schema where the core's own tables are */
    public Idempotencies(
            DataSource dataSource,
            HostTransactions transactions,
            Limits limits,
            UnaryOperator<Ledger<?>> settings,
            MeterRegistry meters,
            ProtocolObserver observer,
            boolean poolerSafe,
            SchemaName schema) {
        this.dataSource = dataSource;
        this.poolerSafe = poolerSafe;
        this.writes = new Writes(new Transactions(dataSource, transactions), schema);
        this.reads = new Reads(dataSource);
        this.limits = limits;
        this.settings = settings;
        this.meters = meters;
        this.observer = observer;
    }

    /**
     * Refuses a ledger that the server, its table, or the role that asks, could not serve. Until there is one, nothing is
     * asked of the database.
     */
    public <R> Idempotency<R> of(Ledger<R> declared) {
        Ledger<R> ledger = prepare(declared);
        Shield shield = new Shield(
                limits.waitersPerKey(), limits.waitersPerLedger(), Math.max(1, limits.connectionsPerScope() / 2));
        PoolShare share = new PoolShare(limits.connectionsPerScope());
        Idempotency<R> idempotency = new Idempotency<>(
                ledger, writes, shield, share, new AttemptLog(ledger.name(), meters, shield, share), observer);
        if (known.putIfAbsent(ledger.name(), idempotency) != null) {
            throw new IllegalStateException("There is a ledger named '" + ledger.name() + "' already.");
        }
        return idempotency;
    }

    /** Checks a ledger that may be declared later. A table that ledgers share is swept from now on. */
    public <R> Ledger<R> prepare(Ledger<R> declared) {
        Ledger<R> ledger = set(declared);
        ledger.requireSafeRetention();
        checkServer();
        LedgerCheck.check(ledger, dataSource);
        used = true;
        if (ledger.sharedByColumn() != null) {
            shared.putIfAbsent(ledger.table(), ledger);
        }
        return ledger;
    }

    /** Refuses a server, or a pooler before it, that could serve no ledger. */
    public void checkServer() {
        ServerCheck.check(dataSource, poolerSafe);
    }

    private <R> Ledger<R> set(Ledger<R> declared) {
        Ledger<?> set = settings.apply(declared);
        return declared.with(set.waitAtMost(), set.keepFor());
    }

    public Writes writes() {
        return writes;
    }

    public Reads reads() {
        return reads;
    }

    /** Whether a ledger was declared: until then nothing runs in the background. */
    public boolean isUsed() {
        return used;
    }

    public List<Ledger<?>> ledgers() {
        return known.values().stream().<Ledger<?>>map(Idempotency::ledger).toList();
    }

    /** The ledgers as whoever sweeps sees them: one for each table that is shared, and all others. */
    public List<Ledger<?>> sweptLedgers() {
        return Stream.concat(
                        shared.values().stream(), ledgers().stream().filter(ledger -> ledger.sharedByColumn() == null))
                .toList();
    }
}
