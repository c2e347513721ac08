package dev.once.core.operations;

import dev.once.core.outbox.Outbox;
import dev.once.core.outbox.OutboxRelay;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** The outbox at the moment of a scrape: how much waits, how long, what is parked, and what nobody here handles. */
public final class OutboxMetrics implements MeterBinder {

    /** The gauges of one scrape share a reading. */
    private static final Duration FRESH = Duration.ofSeconds(2);

    private final Outbox outbox;
    private final OutboxRelay relay;
    private @Nullable Reading last;
    private long readAt = System.nanoTime() - FRESH.toNanos();

    public OutboxMetrics(Outbox outbox, OutboxRelay relay) {
        this.outbox = outbox;
        this.relay = relay;
    }

    private record Reading(List<Outbox.Waiting> waiting, long parked) {}

    @Override
    public void bindTo(MeterRegistry meters) {
        gauge(meters, "once.outbox.backlog", "Messages that wait", reading -> reading.waiting().stream()
                .mapToLong(Outbox.Waiting::messages)
                .sum());
        gauge(
                meters,
                "once.outbox.oldest.seconds",
                "The age of the oldest message that waits",
                reading -> reading.waiting().stream()
                        .mapToDouble(Outbox.Waiting::oldestSeconds)
                        .max()
                        .orElse(0));
        gauge(
                meters,
                "once.outbox.unhandled",
                "Messages that wait whose topic this process has no handler for",
                reading -> reading.waiting().stream()
                        .filter(topic -> !relay.topics().contains(topic.topic()))
                        .mapToLong(Outbox.Waiting::messages)
                        .sum());
        gauge(meters, "once.outbox.parked", "Messages that failed too often and wait for an operator", Reading::parked);
    }

    private void gauge(MeterRegistry meters, String name, String description, ToDoubleFunction<Reading> value) {
        Gauge.builder(name, () -> {
                    Reading reading = reading();
                    return reading == null ? Double.NaN : value.applyAsDouble(reading);
                })
                .description(description)
                .register(meters);
    }

    /** With the database away nothing is known: not a number, rather than a reassuring zero. */
    private synchronized @Nullable Reading reading() {
        if (System.nanoTime() - readAt >= FRESH.toNanos()) {
            try {
                last = new Reading(outbox.waiting(), outbox.parkedCount());
            } catch (RuntimeException e) {
                last = null;
            }
            readAt = System.nanoTime();
        }
        return last;
    }
}
