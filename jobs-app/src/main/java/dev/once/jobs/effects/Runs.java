package dev.once.jobs.effects;

import dev.once.core.RepeatableWrite;
import dev.once.core.UniqueWrite;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** The life of a run. Each change says from where it may come, so that a worker that was thought dead changes no ending. */
@Component
public class Runs {

    private static final String ADD =
            """
            insert into jobs.runs (id, kind, parameters) values (:id, :kind, :parameters)
            on conflict (id) do nothing returning id
            """;

    private static final String STARTED =
            """
            update jobs.runs set status = 'running', attempts = greatest(attempts, :attempt), ended_at = null
            where id = :id and status <> 'succeeded' and closed_at is null
            """;

    private static final String TROUBLED =
            """
            update jobs.runs set reason = :reason where id = :id and status = 'running'
            """;

    private static final String ENDED =
            """
            update jobs.runs set status = :status, reason = :reason, ended_at = now()
            where id = :id and status in ('queued', 'running')
            """;

    /** Whoever saw the last step finished is right, whatever others concluded meanwhile. */
    private static final String SUCCEEDED =
            """
            update jobs.runs set status = 'succeeded', reason = null, ended_at = now()
            where id = :id and status <> 'succeeded'
            """;

    /** Only if it still is the end that the operator saw: the new attempt may have ended meanwhile. */
    private static final String AGAIN =
            """
            update jobs.runs set status = 'queued', ended_at = null
            where id = :id and status in ('failed', 'unknown') and closed_at is null and ended_at = :ended
            """;

    private static final String CLOSE =
            """
            update jobs.runs set closed_at = coalesce(closed_at, now())
            where id = :id and status in ('failed', 'unknown')
            """;

    /** After its results, never before them; and a statement's run stays, since its month points to it. */
    private static final String SWEEP =
            """
            delete from jobs.runs where id in (
              select id from jobs.runs
              where ended_at < now() - cast(:keep as interval) and (status = 'succeeded' or closed_at is not null)
                and kind <> 'statement.requested'
                and not exists (select 1 from jobs.job_results where job_results.run_id = runs.id)
              limit :batch
              for update skip locked)
            """;

    private static final int LONGEST_REASON = 500;

    public Optional<UUID> add(UniqueWrite write, UUID id, String kind, String parameters) {
        return write.sql(ADD)
                .param("id", id)
                .param("kind", kind)
                .param("parameters", parameters)
                .query(UUID.class)
                .optional();
    }

    public boolean started(RepeatableWrite write, UUID id, int attempt) {
        return write.sql(STARTED).param("id", id).param("attempt", attempt).update() == 1;
    }

    public void troubled(RepeatableWrite write, UUID id, @Nullable String reason) {
        write.sql(TROUBLED).param("id", id).param("reason", bounded(reason)).update();
    }

    public void succeeded(RepeatableWrite write, UUID id) {
        write.sql(SUCCEEDED).param("id", id).update();
    }

    public void failed(RepeatableWrite write, UUID id, @Nullable String reason) {
        end(write, id, "failed", reason);
    }

    public void unknown(RepeatableWrite write, UUID id, @Nullable String reason) {
        end(write, id, "unknown", reason);
    }

    public void again(RepeatableWrite write, UUID id, OffsetDateTime ended) {
        write.sql(AGAIN).param("id", id).param("ended", ended).update();
    }

    public boolean close(RepeatableWrite write, UUID id) {
        return write.sql(CLOSE).param("id", id).update() == 1;
    }

    public int sweep(RepeatableWrite write, Duration keep, int batch) {
        return write.sql(SWEEP)
                .param("keep", keep.toMillis() + " milliseconds")
                .param("batch", batch)
                .update();
    }

    private static void end(RepeatableWrite write, UUID id, String status, @Nullable String reason) {
        write.sql(ENDED)
                .param("id", id)
                .param("status", status)
                .param("reason", bounded(reason))
                .update();
    }

    private static String bounded(@Nullable String reason) {
        String text = reason == null ? "no reason given" : reason.replace("\0", "");
        return text.length() <= LONGEST_REASON ? text : text.substring(0, LONGEST_REASON);
    }
}
