package dev.once.webhooks.surface;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.stereotype.Component;

/** How many deliveries each provider has sent since the start, by what they came to. */
@Component
public final class DeliveryCounts {

    private final MeterRegistry meters;

    DeliveryCounts(MeterRegistry meters) {
        this.meters = meters;
    }

    Receipt counted(String provider, Receipt receipt) {
        counter(provider, receipt).increment();
        return receipt;
    }

    public long processed(String provider) {
        return (long) counter(provider, Receipt.PROCESSED).count();
    }

    public long duplicates(String provider) {
        return (long) counter(provider, Receipt.DUPLICATE).count();
    }

    public long ignored(String provider) {
        return (long) counter(provider, Receipt.IGNORED).count();
    }

    private Counter counter(String provider, Receipt receipt) {
        return Counter.builder("once.webhooks.deliveries")
                .description("Deliveries, by provider and by what they came to")
                .tag("provider", provider)
                .tag("disposition", receipt.disposition())
                .register(meters);
    }
}
