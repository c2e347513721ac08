package dev.once.api.sameness;

import dev.once.api.ApiProperties;
import dev.once.core.Reads;
import dev.once.core.Scope;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;

/** How much room each client's stored answers take: measured once a minute, counted on in between by this instance. */
@Component
public class StoredAnswers {

    private static final Duration FRESH = Duration.ofMinutes(1);
    private static final int A_ROW = 300;

    private static final String ROOM =
            """
            select coalesce(sum(octet_length(body) + cast(:row as integer)), 0) from api.idempotency_keys
            where client_id = :client and expires_at > statement_timestamp()
            """;

    private record Measured(long bytes, long at) {}

    private final Map<String, Measured> clients = new ConcurrentHashMap<>();
    private final Reads reads;
    private final long most;

    StoredAnswers(Reads reads, ApiProperties properties) {
        this.reads = reads;
        this.most = properties.storedAnswersPerClient().toBytes();
    }

    /** Before the claim, since it asks the database. */
    public void measure(Scope client) {
        Measured known = clients.get(client.value());
        if (known == null || System.nanoTime() - known.at() > FRESH.toNanos()) {
            long bytes = reads.query(ROOM)
                    .param("row", A_ROW)
                    .param("client", client.value())
                    .count();
            clients.put(client.value(), new Measured(bytes, System.nanoTime()));
        }
    }

    /** Inside the claim, so that a repeat is not asked. Where there is no room, the work must be taken back. */
    public boolean hasRoomFor(Scope client, Answer answer) {
        long bytes = answer.body().length + A_ROW;
        Measured now = clients.get(client.value());
        if (now != null && now.bytes() + bytes > most) {
            return false;
        }
        clients.computeIfPresent(client.value(), (who, known) -> new Measured(known.bytes() + bytes, known.at()));
        return true;
    }
}
