package dev.once.api.effects;

import dev.once.api.ApiProperties;
import dev.once.api.effects.Exports.Order;
import dev.once.api.provenance.Client;
import dev.once.api.sameness.Json;
import dev.once.core.Writes;
import dev.once.core.outbox.OutboxHandler;
import dev.once.core.outbox.OutboxMessage;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Makes the files that were asked for, chunk by chunk and in turn: while its own export is not done, every client that
 * waits gets its next chunk, so nobody waits for all that somebody else has asked for. Told twice or stopped half-way,
 * it goes on after the last chunk.
 */
@Component
class ExportHandler implements OutboxHandler {

    private static final Logger log = LoggerFactory.getLogger(ExportHandler.class);

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

    @Override
    public String topic() {
        return Exports.TOPIC;
    }

    @Override
    public void handle(OutboxMessage message) {
        Order own = Json.own(message.payload(), Order.class);
        Set<Order> failed = new HashSet<>();
        while (isUnfinished(own)) {
            List<Order> turn = new ArrayList<>(exports.firstOfEachClient());
            turn.removeAll(failed);
            if (turn.stream().noneMatch(next -> next.clientId().equals(own.clientId()))) {
                turn.add(own);
            }
            for (Order next : turn) {
                if (next.equals(own)) {
                    addNextChunk(own);
                } else {
                    addNextChunkOfAnother(next, failed);
                }
            }
        }
    }

    /** Its own message tries it again; this one must not fail for it. */
    private void addNextChunkOfAnother(Order export, Set<Order> failed) {
        try {
            addNextChunk(export);
        } catch (RuntimeException e) {
            log.warn("export {} failed in its turn: {}", export.exportId(), e.toString());
            failed.add(export);
        }
    }

    /** What is not there is not there yet: where tables are distributed, the message may be seen before its cause. */
    private boolean isUnfinished(Order export) {
        return exports.find(client(export), export.exportId())
                        .orElseThrow(() -> new IllegalStateException("There is no export %s yet".formatted(export)))
                        .status()
                != Export.Status.done;
    }

    private void addNextChunk(Order export) {
        Client client = client(export);
        UUID id = export.exportId();
        Optional<Exports.Chunk> done = exports.lastChunk(client, id);
        int next = done.map(Exports.Chunk::number).orElse(0) + 1;
        UUID after = done.map(Exports.Chunk::lastInvoice).orElse(null);
        List<Invoice.Summary> page =
                invoices.page(client, after, properties.exportChunk()).invoices();
        if (page.isEmpty()) {
            writes.repeatable(write -> exports.finish(write, client, id));
        } else {
            writes.unique(
                    write -> exports.addChunk(write, client, id, next, page), () -> exports.chunk(client, id, next));
        }
    }

    private static Client client(Order export) {
        return new Client(export.clientId(), false);
    }
}
