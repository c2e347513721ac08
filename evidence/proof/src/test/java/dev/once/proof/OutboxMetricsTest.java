package dev.once.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.once.core.Idempotencies;
import dev.once.core.operations.OutboxMetrics;
import dev.once.core.outbox.Outbox;
import dev.once.core.outbox.OutboxRelay;
import dev.once.core.protocol.ProtocolObserver;
import dev.once.faults.CuttingProxy;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a scrape of the outbox costs, and what it says when nothing is known. */
class OutboxMetricsTest {

    private static final List<String> GAUGES =
            List.of("once.outbox.backlog", "once.outbox.oldest.seconds", "once.outbox.unhandled", "once.outbox.parked");

    private final OutboxLab box = new OutboxLab();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

    @AfterEach
    void close() {
        box.close();
    }

    @Test
    void a_scrape_counts_once_for_all_gauges() throws Exception {
        box.write("unknown", 3);
        URI server = URI.create(box.lab.database.jdbcUrl().substring("jdbc:".length()));
        try (CuttingProxy proxy = CuttingProxy.inFrontOf(server.getHost(), server.getPort());
                Lab counted = box.lab.by(proxy.through(box.lab.database.jdbcUrl()))) {
            Idempotencies instance = counted.instance(1, ProtocolObserver.NONE);
            Outbox outbox = new Outbox(instance.writes(), instance.reads());
            bind(outbox);
            outbox.parkedCount(); // once, it looks whether its table is there

            long before = proxy.traffic().roundTrips();
            assertThat(GAUGES.stream().map(this::value))
                    .satisfiesExactly(
                            backlog -> assertThat(backlog).isEqualTo(3),
                            oldest -> assertThat(oldest).isPositive(),
                            unhandled -> assertThat(unhandled).isEqualTo(3),
                            parked -> assertThat(parked).isZero());
            assertThat(proxy.traffic().roundTrips() - before)
                    .as("what waits, and what is parked")
                    .isEqualTo(2);
        }
    }

    @Test
    void without_a_database_every_gauge_is_not_a_number() {
        bind(box.outbox);
        box.lab.close();

        assertThat(GAUGES).allSatisfy(gauge -> assertThat(value(gauge)).isNaN());
    }

    private void bind(Outbox outbox) {
        new OutboxMetrics(outbox, new OutboxRelay(outbox, List.of(), OutboxLab.quick())).bindTo(meters);
    }

    private double value(String gauge) {
        return meters.get(gauge).gauge().value();
    }
}
