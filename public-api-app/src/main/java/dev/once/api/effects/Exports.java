package dev.once.api.effects;

import dev.once.api.ApiProperties;
import dev.once.api.provenance.Client;
import dev.once.api.sameness.Json;
import dev.once.core.Claim;
import dev.once.core.Reads;
import dev.once.core.RepeatableWrite;
import dev.once.core.UniqueWrite;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Repository;

/** Exports: asked for under a claim, made in chunks after it. A chunk's number decides, so no chunk is there twice. */
@Repository
public class Exports {

    static final String TOPIC = "api.export";

    private static final String ADD =
            """
            insert into api.exports (client_id, idempotency_key, invoices)
            select :client, :key, count(*) from api.invoices where client_id = :client
            returning id
            """;

    private static final String FIND =
            """
            select id, invoices, created_at, finished_at,
              (select sum(invoices) from api.export_chunks where client_id = :client and export_id = :id) as exported
            from api.exports where client_id = :client and id = :id
            """;

    private static final String UNFINISHED =
            """
            select count(*) from api.exports where client_id = :client and finished_at is null
            """;

    private static final String FIRST_OF_EACH_CLIENT =
            """
            select distinct on (client_id) client_id, id from api.exports
            where finished_at is null order by client_id, id
            """;

    private static final String LAST_CHUNK =
            """
            select chunk_no, last_invoice from api.export_chunks
            where client_id = :client and export_id = :id
            order by chunk_no desc limit 1
            """;

    private static final String ADD_CHUNK =
            """
            insert into api.export_chunks (client_id, export_id, chunk_no, invoices, last_invoice, csv)
            values (:client, :id, :chunk, :invoices, :last, :csv)
            on conflict (client_id, export_id, chunk_no) do nothing
            returning chunk_no, last_invoice
            """;

    private static final String CHUNK =
            """
            select chunk_no, last_invoice from api.export_chunks
            where client_id = :client and export_id = :id and chunk_no = :chunk
            """;

    private static final String FINISH =
            """
            update api.exports set finished_at = least(finished_at, statement_timestamp()) where client_id = :client and id = :id
            """;

    private static final String CONTENT =
            """
            select csv from api.export_chunks where client_id = :client and export_id = :id and chunk_no = :chunk
            """;

    private static final String SIZE =
            """
            select coalesce(sum(octet_length(csv)), 0) from api.export_chunks
            where client_id = :client and export_id = :id
            """;

    private final Reads reads;
    private final int atOnce;

    Exports(Reads reads, ApiProperties properties) {
        this.reads = reads;
        this.atOnce = properties.exportsAtOnce();
    }

    /** An export and whose it is. */
    record Order(String clientId, UUID exportId) {}

    /** A finished part of a file, and the invoice it ends with. */
    record Chunk(int number, UUID lastInvoice) {}

    /** Empty where as many of the client's exports as it may have are not done yet. */
    public Optional<Export> add(Claim claim) {
        String client = claim.attempt().scope().value();
        if (claim.sql(UNFINISHED).param("client", client).query(Long.class).single() >= atOnce) {
            return Optional.empty();
        }
        UUID id = claim.sql(ADD)
                .param("client", client)
                .param("key", claim.attempt().key().value())
                .query(UUID.class)
                .single();
        claim.outbox(TOPIC, Json.text(Map.of("clientId", client, "exportId", id)));
        return claim.sql(FIND)
                .param("client", client)
                .param("id", id)
                .query(Exports::export)
                .optional();
    }

    public Optional<Export> find(Client client, UUID id) {
        return reads.query(FIND).param("client", client.id()).param("id", id).optional(Exports::export);
    }

    /** All of the file but its first line. */
    public long size(Client client, UUID id) {
        return reads.query(SIZE).param("client", client.id()).param("id", id).count();
    }

    /** A part of the file, counted from 1; empty after the last. */
    public Optional<byte[]> content(Client client, UUID id, int chunk) {
        return reads.query(CONTENT)
                .param("client", client.id())
                .param("id", id)
                .param("chunk", chunk)
                .optional((row, i) -> row.getBytes("csv"));
    }

    /** What is to be made next, one export of each client that waits. */
    List<Order> firstOfEachClient() {
        return reads.query(FIRST_OF_EACH_CLIENT)
                .list((row, i) -> new Order(row.getString("client_id"), row.getObject("id", UUID.class)));
    }

    Optional<Chunk> lastChunk(Client client, UUID id) {
        return reads.query(LAST_CHUNK)
                .param("client", client.id())
                .param("id", id)
                .optional(Exports::chunk);
    }

    Optional<Chunk> chunk(Client client, UUID id, int number) {
        return reads.query(CHUNK)
                .param("client", client.id())
                .param("id", id)
                .param("chunk", number)
                .optional(Exports::chunk);
    }

    /** Empty if this chunk is there already. */
    Optional<Chunk> addChunk(UniqueWrite write, Client client, UUID id, int number, List<Invoice.Summary> invoices) {
        return write.sql(ADD_CHUNK)
                .param("client", client.id())
                .param("id", id)
                .param("chunk", number)
                .param("invoices", invoices.size())
                .param("last", invoices.get(invoices.size() - 1).id())
                .param("csv", Csv.rows(invoices))
                .query(Exports::chunk)
                .optional();
    }

    int finish(RepeatableWrite write, Client client, UUID id) {
        return write.sql(FINISH).param("client", client.id()).param("id", id).update();
    }

    private static Chunk chunk(ResultSet row, int i) throws SQLException {
        return new Chunk(row.getInt("chunk_no"), row.getObject("last_invoice", UUID.class));
    }

    private static Export export(ResultSet row, int i) throws SQLException {
        UUID id = row.getObject("id", UUID.class);
        long exported = row.getLong("exported");
        boolean begun = !row.wasNull();
        Instant finished = instant(row.getObject("finished_at", OffsetDateTime.class));
        return new Export(
                id,
                finished != null ? Export.Status.done : begun ? Export.Status.running : Export.Status.waiting,
                exported,
                row.getLong("invoices"),
                row.getObject("created_at", OffsetDateTime.class).toInstant(),
                finished,
                finished == null ? null : "/api/exports/" + id + "/file");
    }

    private static @Nullable Instant instant(@Nullable OffsetDateTime time) {
        return time == null ? null : time.toInstant();
    }
}
