package dev.once.core.operations;

import dev.once.core.outbox.Outbox;
import dev.once.core.outbox.OutboxRelay;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The outbox at the moment of a scrape: how much waits, how long, what is parked, and what nobody here handles. */
public final class OutboxMetrics implements MeterBinder {

    private final Outbox outbox;
    private final OutboxRelay relay;

    public OutboxMetrics(Outbox outbox, OutboxRelay relay) {
        this.outbox = outbox;
        this.relay = relay;
    }

    @Override
    public void bindTo(MeterRegistry meters) {
        gauge(meters, "once.outbox.backlog", "Messages that wait", waiting -> waiting.stream()
                .mapToLong(Outbox.Waiting::messages)
                .sum());
        gauge(
                meters,
                "once.outbox.oldest.seconds",
                "The age of the oldest message that waits",
                waiting -> waiting.stream()
                        .mapToDouble(Outbox.Waiting::oldestSeconds)
                        .max()
                        .orElse(0));
        gauge(
                meters,
                "once.outbox.unhandled",
                "Messages that wait whose topic this process has no handler for",
                waiting -> waiting.stream()
                        .filter(topic -> !relay.topics().contains(topic.topic()))
                        .mapToLong(Outbox.Waiting::messages)
                        .sum());
        Gauge.builder("once.outbox.parked", () -> known(() -> (double) outbox.parkedCount()))
                .description("Messages that failed too often and wait for an operator")
                .register(meters);
    }

    private void gauge(
            MeterRegistry meters, String name, String description, ToDoubleFunction<List<Outbox.Waiting>> value) {
        Gauge.builder(name, () -> known(() -> value.applyAsDouble(outbox.waiting())))
                .description(description)
                .register(meters);
    }

    /** With the database away nothing is known: not a number, rather than a reassuring zero. */
    private static double known(java.util.function.DoubleSupplier value) {
        try {
            return value.getAsDouble();
        } catch (RuntimeException e) {
            return Double.NaN;
        }
    }
}
