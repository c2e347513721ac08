package dev.once.forms.pages;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.springframework.stereotype.Component;

/**
 * How many repeats this instance has answered without doing anything. Counted in memory since it started: a repeat writes
 * nothing to the database, and counting it there would undo that.
 */
@Component
class Absorbed {

    private static final int INVOICES = 10_000;

    private final Map<UUID, LongAdder> byOrganisation = new ConcurrentHashMap<>();

    private final Map<UUID, Integer> byInvoice = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<UUID, Integer> eldest) {
            return size() > INVOICES;
        }
    };

    void repeatOf(UUID organisation, UUID invoice) {
        byOrganisation.computeIfAbsent(organisation, first -> new LongAdder()).increment();
        synchronized (byInvoice) {
            byInvoice.merge(invoice, 1, Integer::sum);
        }
    }

    long of(UUID organisation) {
        LongAdder repeats = byOrganisation.get(organisation);
        return repeats == null ? 0 : repeats.sum();
    }

    int ofInvoice(UUID invoice) {
        synchronized (byInvoice) {
            return byInvoice.getOrDefault(invoice, 0);
        }
    }
}
