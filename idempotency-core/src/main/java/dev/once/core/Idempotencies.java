package dev.once.core;

import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;

/** Makes one {@link Idempotency} for each ledger of an application, and knows them all. */
public final class Idempotencies {

    /** The bounds that keep a storm of duplicates from using up an application: see the settings {@code once.*}. */
    public record Limits(int connectionsPerScope, int waitersPerKey, int waitersPerLedger) {

        public static Limits forPoolOf(int connections) {
            return new Limits(Math.max(1, connections / 2), 50, 100);
        }
    }

    private final Writes writes;
    private final Reads reads;
    private final Limits limits;
    private final UnaryOperator<Ledger<?>> settings;
    private final MeterRegistry meters;
    private final ProtocolObserver observer;
    private final Map<String, Idempotency<?>> known = new ConcurrentHashMap<>();

    public Idempotencies(
            DataSource dataSource,
            Limits limits,
            UnaryOperator<Ledger<?>> settings,
            MeterRegistry meters,
            ProtocolObserver observer) {
        this.writes = new Writes(dataSource);
        this.reads = new Reads(dataSource);
        this.limits = limits;
        this.settings = settings;
        this.meters = meters;
        this.observer = observer;
    }

    public <R> Idempotency<R> of(Ledger<R> declared) {
        Ledger<R> ledger = set(declared);
        ledger.requireSafeRetention();
        Shield shield = new Shield(limits.waitersPerKey(), limits.waitersPerLedger());
        PoolShare share = new PoolShare(limits.connectionsPerScope());
        Idempotency<R> idempotency = new Idempotency<>(
                ledger, writes, shield, share, new AttemptLog(ledger.name(), meters, shield, share), observer);
        if (known.putIfAbsent(ledger.name(), idempotency) != null) {
            throw new IllegalStateException("There is a ledger named '" + ledger.name() + "' already.");
        }
        return idempotency;
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

    public List<Ledger<?>> ledgers() {
        return known.values().stream().<Ledger<?>>map(Idempotency::ledger).toList();
    }
}
