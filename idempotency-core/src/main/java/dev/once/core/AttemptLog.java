package dev.once.core;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/** One line and one count for every attempt. Keys are in the line, shortened, and never in a metric. */
final class AttemptLog {

    private static final Logger LOG = LoggerFactory.getLogger(Idempotency.class);
    private static final int LONGEST_KEY_SHOWN = 80;

    private final String surface;
    private final Map<Disposition, Counter> claims = new EnumMap<>(Disposition.class);
    private final Timer waiting;
    private final Timer working;

    AttemptLog(String surface, MeterRegistry meters, Shield shield, PoolShare share) {
        this.surface = surface;
        for (Disposition disposition : Disposition.values()) {
            claims.put(
                    disposition,
                    Counter.builder("once.claims")
                            .description("Attempts, by how they ended")
                            .tag("surface", surface)
                            .tag("disposition", disposition.word)
                            .register(meters));
        }
        this.waiting = Timer.builder("once.claim.wait")
                .description("From asking for a key to knowing who has it")
                .tag("surface", surface)
                .register(meters);
        this.working = Timer.builder("once.work")
                .description("The work inside the claim")
                .tag("surface", surface)
                .register(meters);
        Gauge.builder("once.shield.waiters", shield, Shield::waiting)
                .description("Callers that wait in memory for an attempt of their key to end")
                .tag("surface", surface)
                .register(meters);
        Gauge.builder("once.pool.share", share, PoolShare::mostUsed)
                .description("The part of its share of the pool that the busiest scope uses")
                .tag("surface", surface)
                .register(meters);
    }

    void waited(long nanos) {
        waiting.record(nanos, TimeUnit.NANOSECONDS);
    }

    void worked(long nanos) {
        working.record(nanos, TimeUnit.NANOSECONDS);
    }

    void ended(Attempt attempt, Disposition disposition, long nanos) {
        Counter counter = claims.get(disposition);
        if (counter != null) {
            counter.increment();
        }
        if (LOG.isInfoEnabled()) {
            String scope = shortened(attempt.scope().value());
            String key = shortened(attempt.key().value());
            long millis = TimeUnit.NANOSECONDS.toMillis(nanos);
            try (MDC.MDCCloseable ignored = MDC.putCloseable("surface", surface)) {
                // In words for people, and as fields for those who switch Boot's structured logging on.
                LOG.atInfo()
                        .addKeyValue("scope", scope)
                        .addKeyValue("key", key)
                        .addKeyValue("disposition", disposition.word)
                        .addKeyValue("ms", millis)
                        .log("{} scope={} key={} disposition={} ms={}", surface, scope, key, disposition.word, millis);
            }
        }
    }

    /** A key may have spaces, and must not look like the rest of the line. */
    private static String shortened(String whole) {
        String text = whole.replace(" ", "%20");
        return text.length() <= LONGEST_KEY_SHOWN ? text : text.substring(0, LONGEST_KEY_SHOWN) + "..";
    }
}
