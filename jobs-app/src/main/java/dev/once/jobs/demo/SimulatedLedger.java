package dev.once.jobs.demo;

import dev.once.core.Reads;
import dev.once.core.RepeatableWrite;
import dev.once.core.UniqueWrite;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/** The simulated vendor's own memory of keys, in the shape any vendor has it: one row a client and key. */
@Component
@Profile("demo")
class SimulatedLedger {

    private static final String ADD =
            """
            insert into jobs.simulated_vendor_ledger (client, idempotency_key, kind, request, reference)
            values (:client, :key, :kind, :request, :reference)
            on conflict (client, idempotency_key) do nothing
            returning kind, idempotency_key, request, reference, asked, created_at::text
            """;

    private static final String FIND =
            """
            select kind, idempotency_key, request, reference, asked, created_at::text
            from jobs.simulated_vendor_ledger where client = :client and idempotency_key = :key
            """;

    private static final String ASKED =
            """
            update jobs.simulated_vendor_ledger set asked = asked + 1 where client = :client and idempotency_key = :key
            """;

    private static final String ALL =
            """
            select kind, idempotency_key, request, reference, asked, created_at::text
            from jobs.simulated_vendor_ledger order by created_at
            """;

    private static final String CLIENT = "once";

    /** One piece of work, and how often it was asked for. */
    record Done(String kind, String key, String request, String reference, int asked, String at) {}

    private final Reads reads;

    SimulatedLedger(Reads reads) {
        this.reads = reads;
    }

    Optional<Done> add(UniqueWrite write, String kind, String key, String request) {
        String reference = (kind.equals("charges") ? "ch_" : "em_") + UUID.randomUUID();
        return write.sql(ADD)
                .param("client", CLIENT)
                .param("key", key)
                .param("kind", kind)
                .param("request", request)
                .param("reference", reference)
                .query((row, i) -> done(row))
                .optional();
    }

    /** Counts calls, and a call that comes twice came twice. */
    int asked(RepeatableWrite write, String key) {
        return write.sql(ASKED).param("client", CLIENT).param("key", key).update();
    }

    Optional<Done> find(String key) {
        return reads.query(FIND).param("client", CLIENT).param("key", key).optional((row, i) -> done(row));
    }

    List<Done> all() {
        return reads.query(ALL).list((row, i) -> done(row));
    }

    private static Done done(java.sql.ResultSet row) throws java.sql.SQLException {
        return new Done(
                row.getString("kind"),
                row.getString("idempotency_key"),
                row.getString("request"),
                row.getString("reference"),
                row.getInt("asked"),
                row.getString("created_at"));
    }
}
