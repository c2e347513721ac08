package dev.once.jobs.effects;

import dev.once.core.RepeatableWrite;
import dev.once.core.UniqueWrite;
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
            update jobs.runs set closed_at = least(closed_at, statement_timestamp())
            where id = :id and status in ('failed', 'unknown')
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

    public boolean troubled(RepeatableWrite write, UUID id, @Nullable String reason) {
        return write.sql(TROUBLED)
                        .param("id", id)
                        .param("reason", bounded(reason))
                        .update()
                == 1;
    }

    public boolean succeeded(RepeatableWrite write, UUID id) {
        return write.sql(SUCCEEDED).param("id", id).update() == 1;
    }

    public boolean failed(RepeatableWrite write, UUID id, @Nullable String reason) {
        return end(write, id, "failed", reason);
    }

    public boolean unknown(RepeatableWrite write, UUID id, @Nullable String reason) {
        return end(write, id, "unknown", reason);
    }

    public boolean again(RepeatableWrite write, UUID id, OffsetDateTime ended) {
        return write.sql(AGAIN).param("id", id).param("ended", ended).update() == 1;
    }

    public boolean close(RepeatableWrite write, UUID id) {
        return write.sql(CLOSE).param("id", id).update() == 1;
    }

    private static boolean end(RepeatableWrite write, UUID id, String status, @Nullable String reason) {
        return write.sql(ENDED)
                        .param("id", id)
                        .param("status", status)
                        .param("reason", bounded(reason))
                        .update()
                == 1;
    }

    private static String bounded(@Nullable String reason) {
        String text = reason == null ? "no reason given" : reason.replace("\0", "");
        return text.length() <= LONGEST_REASON ? text : text.substring(0, LONGEST_REASON);
    }
}
