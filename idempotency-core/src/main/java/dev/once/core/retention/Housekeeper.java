package dev.once.core.retention;

import dev.once.core.outbox.Outbox;
import dev.once.core.outbox.OutboxProperties;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/** Registers this application's ledgers and effects at start, then sweeps and counts in the background. */
public final class Housekeeper implements SmartLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(Housekeeper.class);

    private final Retention retention;
    private final DuplicateEffects duplicates;
    private final Outbox outbox;
    private final RetentionProperties properties;
    private final OutboxProperties outboxProperties;
    private final Map<String, Long> lastCount = new ConcurrentHashMap<>();
    private @Nullable ScheduledExecutorService timer;

    public Housekeeper(
            Retention retention,
            DuplicateEffects duplicates,
            Outbox outbox,
            RetentionProperties properties,
            OutboxProperties outboxProperties,
            MeterRegistry meters) {
        this.retention = retention;
        this.duplicates = duplicates;
        this.outbox = outbox;
        this.properties = properties;
        this.outboxProperties = outboxProperties;
        for (EffectTable effects : duplicates.own()) {
            Gauge.builder("once.duplicate.effects", () -> lastCount.getOrDefault(effects.table(), 0L))
                    .description("Attempts that took effect more than once in the last day: must be 0")
                    .tag("table", effects.table())
                    .register(meters);
        }
    }

    @Override
    public void start() {
        retention.register();
        duplicates.register();
        countDuplicates();
        timer = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "once-housekeeper");
            thread.setDaemon(true);
            return thread;
        });
        repeat(timer, properties.checkEvery(), this::countDuplicates);
        if (properties.enabled()) {
            repeat(timer, properties.every(), this::sweep);
        }
    }

    @Override
    public void stop() {
        if (timer != null) {
            timer.shutdownNow();
            timer = null;
        }
    }

    @Override
    public boolean isRunning() {
        return timer != null;
    }

    private void sweep() {
        retention.sweep();
        outbox.sweep(outboxProperties.keepDone());
    }

    private void countDuplicates() {
        duplicates.own().forEach(effects -> lastCount.put(effects.table(), duplicates.count(effects)));
    }

    private static void repeat(ScheduledExecutorService timer, Duration every, Runnable task) {
        Runnable careful = () -> {
            try {
                task.run();
            } catch (RuntimeException e) {
                LOG.warn("Housekeeping failed and is tried again later: {}", e.getMessage());
            }
        };
        timer.scheduleWithFixedDelay(careful, every.toMillis(), every.toMillis(), TimeUnit.MILLISECONDS);
    }
}
