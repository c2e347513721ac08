package dev.once.jobs.runtime;

import dev.once.core.Reads;
import dev.once.core.Writes;
import dev.once.core.Writes.Created;
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
    private static final String WAITING =
            """
            select id from once.outbox where done_at is null and created_at < statement_timestamp() - interval '9 minutes'
            """;

    private static final String OVERDUE =
            """
            select id from jobs.runs
            where status in ('queued', 'running') and created_at < statement_timestamp() - interval '10 minutes'
              and id <> all (cast(:waiting as uuid[]))
            order by id limit 200
            """;

    private final Writes writes;
    private final Runs runs;
    private final Reads reads;

    RunStates(Writes writes, Runs runs, Reads reads) {
        this.writes = writes;
        this.runs = runs;
        this.reads = reads;
    }

    /** False if the run is there already: relayed before, or begun together with what asked for it. */
    boolean opened(UUID id, String kind, String parameters) {
        Created<UUID> run = writes.unique(write -> runs.add(write, id, kind, parameters), () -> Optional.of(id));
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
        return writes.repeatable(write -> runs.started(write, id, attempt));
    }

    void troubled(UUID id, @Nullable String reason) {
        writes.repeatable(write -> runs.troubled(write, id, reason));
    }

    void succeeded(UUID id) {
        writes.repeatable(write -> runs.succeeded(write, id));
    }

    void failed(UUID id, @Nullable String reason) {
        writes.repeatable(write -> runs.failed(write, id, reason));
    }

    void unknown(UUID id, @Nullable String reason) {
        writes.repeatable(write -> runs.unknown(write, id, reason));
    }

    /** When it ended; empty if it does not wait for an operator. */
    Optional<OffsetDateTime> waitsSince(UUID id) {
        return reads.query(
                        "select ended_at from jobs.runs where id = :id and status in ('failed', 'unknown') and closed_at is null")
                .param("id", id)
                .optional((row, i) -> row.getObject("ended_at", OffsetDateTime.class));
    }

    void again(UUID id, OffsetDateTime ended) {
        writes.repeatable(write -> runs.again(write, id, ended));
    }

    /** Runs that should have ended by now, or whose end we missed, oldest first. */
    List<UUID> overdue() {
        List<UUID> waiting = reads.query(WAITING).list((row, i) -> row.getObject("id", UUID.class));
        return reads.query(OVERDUE)
                .param("waiting", waiting.toArray(UUID[]::new))
                .list((row, i) -> row.getObject("id", UUID.class));
    }

    public boolean close(UUID id) {
        return writes.repeatable(write -> runs.close(write, id));
    }
}
