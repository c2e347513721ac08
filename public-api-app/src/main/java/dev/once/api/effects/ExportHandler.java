package dev.once.api.effects;

import dev.once.api.ApiProperties;
import dev.once.api.provenance.Client;
import dev.once.api.sameness.Json;
import dev.once.core.Writes;
import dev.once.core.outbox.OutboxHandler;
import dev.once.core.outbox.OutboxMessage;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Makes the files that were asked for, chunk by chunk. Told twice or stopped half-way, it goes on after the last chunk. */
@Component
class ExportHandler implements OutboxHandler {

    private final Exports exports;
    private final Invoices invoices;
    private final Writes writes;
    private final ApiProperties properties;

    ExportHandler(Exports exports, Invoices invoices, Writes writes, ApiProperties properties) {
        this.exports = exports;
        this.invoices = invoices;
        this.writes = writes;
        this.properties = properties;
    }

    record Order(String clientId, UUID exportId) {}

    @Override
    public String topic() {
        return Exports.TOPIC;
    }

    @Override
    public void handle(OutboxMessage message) {
        Order order = Json.own(message.payload(), Order.class);
        Client client = new Client(order.clientId(), false);
        UUID id = order.exportId();
        if (exports.find(client, id).isEmpty()) {
            return;
        }
        Optional<Exports.Chunk> done = exports.lastChunk(client, id);
        while (true) {
            int next = done.map(Exports.Chunk::number).orElse(0) + 1;
            UUID after = done.map(Exports.Chunk::lastInvoice).orElse(null);
            List<Invoice.Summary> page = page(client, after);
            if (page.isEmpty()) {
                break;
            }
            done = Optional.of(writes.unique(
                            write -> exports.addChunk(write, client, id, next, page),
                            () -> exports.chunk(client, id, next))
                    .value());
        }
        writes.repeatable(write -> exports.finish(write, client, id));
    }

    private List<Invoice.Summary> page(Client client, @Nullable UUID after) {
        return invoices.page(client, after, properties.exportChunk()).invoices();
    }

    @Scheduled(initialDelayString = "PT10M", fixedDelayString = "PT1H")
    void forgetOld() {
        int gone;
        do {
            gone = writes.repeatable(write -> exports.forget(write, properties.keepExports()));
        } while (gone > 0);
    }
}
