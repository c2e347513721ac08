package dev.once.jobs.runtime;

import dev.once.core.Created;
import dev.once.core.Idempotency;
import dev.once.core.Reads;
import dev.once.jobs.effects.Runs;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Notes what becomes of a run. All of it may be noted twice: a key would add nothing. */
@Component
public class RunStates {

    /** A message that waits or is parked has its own operator's page, and will enqueue its run by itself. */
    private static final String OVERDUE =
            """
            select id from jobs.runs
            where status in ('queued', 'running') and created_at < now() - interval '10 minutes'
              and not exists (select 1 from once.outbox where outbox.id = runs.id and done_at is null)
            order by id limit 200
            """;

    private static final int SWEEP_BATCH = 1000;

    private final Idempotency<String> idempotency;
    private final Runs runs;
    private final Reads reads;

    RunStates(Idempotency<String> idempotency, Runs runs, Reads reads) {
        this.idempotency = idempotency;
        this.runs = runs;
        this.reads = reads;
    }

    /** False if the run is there already: relayed before, or begun together with what asked for it. */
    boolean opened(UUID id, String kind, String parameters) {
        Created<UUID> run = idempotency.unique(write -> runs.add(write, id, kind, parameters), () -> Optional.of(id));
        return run.isNew();
    }

    boolean isOver(UUID id) {
        return reads.query(
                                "select count(*) from jobs.runs where id = :id and (status = 'succeeded' or closed_at is not null)")
                        .param("id", id)
                        .count()
                > 0;
    }

    /** False if there is nothing left to do: it has succeeded, or an operator has closed it. */
    boolean started(UUID id, int attempt) {
        return idempotency.repeatable(write -> runs.started(write, id, attempt));
    }

    void troubled(UUID id, @Nullable String reason) {
        idempotency.repeatable(write -> {
            runs.troubled(write, id, reason);
            return id;
        });
    }

    void succeeded(UUID id) {
        idempotency.repeatable(write -> {
            runs.succeeded(write, id);
            return id;
        });
    }

    void failed(UUID id, @Nullable String reason) {
        idempotency.repeatable(write -> {
            runs.failed(write, id, reason);
            return id;
        });
    }

    void unknown(UUID id, @Nullable String reason) {
        idempotency.repeatable(write -> {
            runs.unknown(write, id, reason);
            return id;
        });
    }

    /** When it ended; empty if it does not wait for an operator. */
    Optional<OffsetDateTime> waitsSince(UUID id) {
        return reads.query(
                        "select ended_at from jobs.runs where id = :id and status in ('failed', 'unknown') and closed_at is null")
                .param("id", id)
                .optional((row, i) -> row.getObject("ended_at", OffsetDateTime.class));
    }

    void again(UUID id, OffsetDateTime ended) {
        idempotency.repeatable(write -> {
            runs.again(write, id, ended);
            return id;
        });
    }

    /** Runs that should have ended by now, or whose end we missed, oldest first. */
    List<UUID> overdue() {
        return reads.query(OVERDUE).list((row, i) -> row.getObject("id", UUID.class));
    }

    public boolean close(UUID id) {
        return idempotency.repeatable(write -> runs.close(write, id));
    }

    /** What was asked may be personal: the runs that are over go with their results. */
    long sweep() {
        long swept = 0;
        int batch;
        do {
            batch = idempotency.repeatable(
                    write -> runs.sweep(write, idempotency.ledger().keepFor(), SWEEP_BATCH));
            swept += batch;
        } while (batch == SWEEP_BATCH);
        return swept;
    }
}
