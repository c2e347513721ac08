package dev.once.core.outbox;

import dev.once.core.Intervals;
import dev.once.core.Reads;
import dev.once.core.RepeatableWrite;
import dev.once.core.Writes;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The table {@code once.outbox} in verbs. A lease is a due time moved ahead: nobody has to take it back after a crash. */
public final class Outbox {

    private static final String LEASE =
            """
            update once.outbox
            set due_at = clock_timestamp() + cast(:lease as interval), attempts = attempts + 1
            where id in (
              select id from once.outbox
              where done_at is null and parked_at is null and due_at <= clock_timestamp() and topic in (:topics)
              order by due_at
              limit :batch
              for update skip locked)
            returning id, topic, payload::text, scope, idempotency_key, attempts
            """;

    /** The number of attempts is the lease's name: whoever has lost its lease changes nothing. */
    private static final String RENEW =
            """
            update once.outbox set due_at = clock_timestamp() + cast(:lease as interval)
            where id = :id and attempts = :attempts and done_at is null and parked_at is null
            """;

    private static final String DONE =
            """
            update once.outbox set done_at = clock_timestamp(), parked_at = null, last_error = null
            where id = :id and done_at is null
            """;

    private static final String LATER =
            """
            update once.outbox set due_at = clock_timestamp() + cast(:delay as interval), last_error = :error
            where id = :id and attempts = :attempts and done_at is null and parked_at is null
            """;

    private static final String GIVE_BACK =
            """
            update once.outbox set due_at = clock_timestamp(), attempts = attempts - 1
            where id = :id and attempts = :attempts and done_at is null and parked_at is null
            """;

    private static final String PARK =
            """
            update once.outbox set parked_at = clock_timestamp(), last_error = :error
            where id = :id and attempts = :attempts and done_at is null
            """;

    private static final String UNPARK =
            """
            update once.outbox set parked_at = null, due_at = clock_timestamp(), attempts = 0
            where id = :id and parked_at is not null
            """;

    private static final String DISCARD =
            """
            update once.outbox set parked_at = null, done_at = clock_timestamp()
            where id = :id and parked_at is not null
            """;

    private static final String SWEEP =
            """
            delete from once.outbox where id in (
              select id from once.outbox where done_at < clock_timestamp() - cast(:keep as interval)
              limit :batch
              for update skip locked)
            """;

    private static final String ERASE =
            """
            update once.outbox set payload = '{}' where scope = :scope and done_at is not null and payload <> '{}'
            """;

    private static final String PARKED =
            """
            select id, topic, attempts, parked_at::text, last_error from once.outbox
            where parked_at is not null order by parked_at limit 100
            """;

    private static final String STATUS =
            """
            select topic, count(*) as waiting, coalesce(extract(epoch from clock_timestamp() - min(created_at)), 0) as oldest_seconds
            from once.outbox where done_at is null and parked_at is null group by topic order by topic
            """;

    private static final int SWEEP_BATCH = 1000;
    private static final int LONGEST_ERROR = 500;

    private final Writes writes;
    private final Reads reads;

    public Outbox(Writes writes, Reads reads) {
        this.writes = writes;
        this.reads = reads;
    }

    /** How much of a topic waits, and since when. */
    public record Waiting(String topic, long messages, double oldestSeconds) {}

    /** A message that failed too often. */
    public record Parked(UUID id, String topic, int attempts, String parkedAt, @Nullable String lastError) {}

    public List<Waiting> waiting() {
        return reads.query(STATUS)
                .list((row, i) ->
                        new Waiting(row.getString("topic"), row.getLong("waiting"), row.getDouble("oldest_seconds")));
    }

    public List<Parked> parked() {
        return reads.query(PARKED)
                .list((row, i) -> new Parked(
                        row.getObject("id", UUID.class),
                        row.getString("topic"),
                        row.getInt("attempts"),
                        row.getString("parked_at"),
                        row.getString("last_error")));
    }

    public long parkedCount() {
        return reads.query("select count(*) from once.outbox where parked_at is not null")
                .count();
    }

    /** Gives a parked message another round of attempts. */
    public boolean retry(UUID id) {
        return changes(UNPARK, id);
    }

    /** Ends a parked message without doing it. */
    public boolean discard(UUID id) {
        return changes(DISCARD, id);
    }

    /** Forgets what the done messages of a scope said. */
    public int erase(String scope) {
        return writes.repeatable(write -> write.sql(ERASE).param("scope", scope).update());
    }

    /** Deletes done messages past their time, in small batches; what waits or is parked stays. */
    public long sweep(Duration keepDone) {
        long deleted = 0;
        int batch;
        do {
            batch = writes.repeatable(write -> write.sql(SWEEP)
                    .param("keep", Intervals.of(keepDone))
                    .param("batch", SWEEP_BATCH)
                    .update());
            deleted += batch;
        } while (batch == SWEEP_BATCH);
        return deleted;
    }

    List<OutboxMessage> lease(Collection<String> topics, int batch, Duration lease) {
        return writes.repeatable(write -> write.sql(LEASE)
                .param("lease", Intervals.of(lease))
                .param("topics", topics)
                .param("batch", batch)
                .query((row, i) -> message(row))
                .list());
    }

    boolean renew(OutboxMessage message, Duration lease) {
        return ofLease(RENEW, message, "lease", Intervals.of(lease));
    }

    void done(OutboxMessage message) {
        changes(DONE, message.id());
    }

    void later(OutboxMessage message, Duration delay, String error) {
        writes.repeatable(write -> held(write, LATER, message)
                .param("delay", Intervals.of(delay))
                .param("error", bounded(error))
                .update());
    }

    void giveBack(OutboxMessage message) {
        writes.repeatable(write -> held(write, GIVE_BACK, message).update());
    }

    boolean park(OutboxMessage message, String error) {
        return ofLease(PARK, message, "error", bounded(error));
    }

    private boolean changes(String sql, UUID id) {
        return writes.repeatable(write -> write.sql(sql).param("id", id).update()) == 1;
    }

    private boolean ofLease(String sql, OutboxMessage message, String name, String value) {
        return writes.repeatable(
                        write -> held(write, sql, message).param(name, value).update())
                == 1;
    }

    private static org.springframework.jdbc.core.simple.JdbcClient.StatementSpec held(
            RepeatableWrite write, String sql, OutboxMessage message) {
        return write.sql(sql).param("id", message.id()).param("attempts", message.attempts());
    }

    private static OutboxMessage message(ResultSet row) throws SQLException {
        return new OutboxMessage(
                row.getObject("id", UUID.class),
                row.getString("topic"),
                row.getString("payload"),
                row.getString("scope"),
                row.getString("idempotency_key"),
                row.getInt("attempts"));
    }

    /** An error may hold anything, and PostgreSQL's text holds no NUL. */
    private static String bounded(String error) {
        String text = error.replace("\0", "");
        return text.length() <= LONGEST_ERROR ? text : text.substring(0, LONGEST_ERROR);
    }
}
