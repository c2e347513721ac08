package dev.once.core.outbox;

import dev.once.core.Reads;
import dev.once.core.Writes;
import dev.once.core.retention.Sweep;
import dev.once.core.support.Intervals;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The outbox table in verbs. A lease is a due time moved ahead, so nobody has to take it back after a crash, and a
 * number: who knows an older one changes nothing. A version before the number knew leases by {@code attempts}; both are
 * compared, so that both versions may run.
 */
public final class Outbox {

    /** Each topic is looked up by itself in the index, and the time is one for the whole statement: only what is due is read. */
    private static final String LEASE =
            """
            update {once}.outbox
            set due_at = statement_timestamp() + cast(:time as interval), lease = lease + 1
            where id = any (array(
              select due.id
              from unnest(cast(:topics as text[])) as handled (topic)
              cross join lateral (
                select id from {once}.outbox
                where topic = handled.topic and done_at is null and parked_at is null and due_at <= statement_timestamp()
                order by due_at
                limit :batch
                for update skip locked) as due))
            returning id, topic, payload::text, scope, idempotency_key, attempts, lease
            """;

    private static final String START =
            """
            update {once}.outbox set due_at = statement_timestamp() + cast(:time as interval), attempts = attempts + 1
            where id = :id and lease = :lease and attempts = :attempts and done_at is null and parked_at is null
            """;

    private static final String RENEW =
            """
            update {once}.outbox set due_at = statement_timestamp() + cast(:time as interval)
            where id = :id and lease = :lease and attempts = :attempts and done_at is null and parked_at is null
            """;

    /** Without the lease: what was handled is done, whoever has the message now. */
    private static final String DONE =
            """
            update {once}.outbox set done_at = statement_timestamp(), parked_at = null, last_error = null
            where id = :id and done_at is null
            """;

    /** The next number, so that a renewal that comes late does not move the due time. */
    private static final String LATER =
            """
            update {once}.outbox
            set due_at = statement_timestamp() + cast(:delay as interval), last_error = :error, lease = lease + 1
            where id = :id and lease = :lease and attempts = :attempts and done_at is null and parked_at is null
            """;

    private static final String GIVE_BACK =
            """
            update {once}.outbox set due_at = statement_timestamp(), lease = lease + 1
            where id = :id and lease = :lease and attempts = :attempts and done_at is null and parked_at is null
            """;

    private static final String PARK =
            """
            update {once}.outbox set parked_at = statement_timestamp(), last_error = :error
            where id = :id and lease = :lease and attempts = :attempts and done_at is null and parked_at is null
            """;

    private static final String UNPARK =
            """
            update {once}.outbox set parked_at = null, due_at = statement_timestamp(), attempts = 0
            where id = :id and parked_at is not null
            """;

    private static final String DISCARD =
            """
            update {once}.outbox set parked_at = null, done_at = statement_timestamp()
            where id = :id and parked_at is not null
            """;

    private static final String ERASE =
            """
            update {once}.outbox set payload = '{}' where scope = :scope and done_at is not null and payload <> '{}'
            """;

    private static final String PARKED =
            """
            select id, topic, attempts, parked_at::text, last_error from {once}.outbox
            where parked_at is not null order by parked_at limit 100
            """;

    private static final String STATUS =
            """
            select topic, count(*) as waiting, extract(epoch from statement_timestamp() - min(created_at)) as oldest_seconds
            from {once}.outbox where done_at is null and parked_at is null group by topic order by topic
            """;

    private static final String PARKED_COUNT = "select count(*) from {once}.outbox where parked_at is not null";

    private static final int LONGEST_ERROR = 500;

    private final Writes writes;
    private final Reads reads;
    private final String table;
    private volatile boolean there;

    public Outbox(Writes writes, Reads reads) {
        this.writes = writes;
        this.reads = reads;
        this.table = writes.schema().table("outbox");
    }

    /** It is needed where it is used: without the table, nothing waits. */
    private boolean isThere() {
        if (!there) {
            there = reads.hasTable(table);
        }
        return there;
    }

    private String sql(String statement) {
        return writes.schema().in(statement);
    }

    /** How much of a topic waits, and since when. */
    public record Waiting(String topic, long messages, double oldestSeconds) {}

    /** A message that failed too often. */
    public record Parked(UUID id, String topic, int attempts, String parkedAt, @Nullable String lastError) {}

    public List<Waiting> waiting() {
        return isThere()
                ? reads.query(sql(STATUS))
                        .list((row, i) -> new Waiting(
                                row.getString("topic"), row.getLong("waiting"), row.getDouble("oldest_seconds")))
                : List.of();
    }

    public List<Parked> parked() {
        return isThere()
                ? reads.query(sql(PARKED))
                        .list((row, i) -> new Parked(
                                row.getObject("id", UUID.class),
                                row.getString("topic"),
                                row.getInt("attempts"),
                                row.getString("parked_at"),
                                row.getString("last_error")))
                : List.of();
    }

    public long parkedCount() {
        return isThere() ? reads.query(sql(PARKED_COUNT)).count() : 0;
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
        return isThere()
                ? writes.repeatable(
                        write -> write.sql(sql(ERASE)).param("scope", scope).update())
                : 0;
    }

    /** Done messages past their time; what waits or is parked stays. */
    public Sweep sweepAfter(Duration keepDone) {
        return Sweep.of(
                table,
                "done_at < statement_timestamp() - cast(:keep as interval)",
                Map.of("keep", Intervals.of(keepDone)));
    }

    /** Up to {@code batch} messages of each topic. */
    List<OutboxLease> lease(Collection<String> topics, int batch, Duration time) {
        return writes.repeatable(write -> write.sql(sql(LEASE))
                .param("time", Intervals.of(time))
                .param("topics", topics.toArray(String[]::new))
                .param("batch", batch)
                .query((row, i) -> lease(row))
                .list());
    }

    /** Counts an attempt and renews the lease just before the handler is called; empty where the lease is lost. */
    Optional<OutboxLease> start(OutboxLease lease, Duration time) {
        return changesHeld(START, lease, Map.of("time", Intervals.of(time)))
                ? Optional.of(lease.started())
                : Optional.empty();
    }

    boolean renew(OutboxLease lease, Duration time) {
        return changesHeld(RENEW, lease, Map.of("time", Intervals.of(time)));
    }

    void done(OutboxMessage message) {
        changes(DONE, message.id());
    }

    boolean later(OutboxLease lease, Duration delay, String error) {
        return changesHeld(LATER, lease, Map.of("delay", Intervals.of(delay), "error", bounded(error)));
    }

    boolean giveBack(OutboxLease lease) {
        return changesHeld(GIVE_BACK, lease, Map.of());
    }

    boolean park(OutboxLease lease, String error) {
        return changesHeld(PARK, lease, Map.of("error", bounded(error)));
    }

    private boolean changes(String statement, UUID id) {
        return writes.repeatable(
                        write -> write.sql(sql(statement)).param("id", id).update())
                == 1;
    }

    /** False where the lease is lost. */
    private boolean changesHeld(String statement, OutboxLease lease, Map<String, String> more) {
        int changed = writes.repeatable(write -> write.sql(sql(statement))
                .param("id", lease.message().id())
                .param("lease", lease.number())
                .param("attempts", lease.message().attempts())
                .params(more)
                .update());
        return changed == 1;
    }

    private static OutboxLease lease(ResultSet row) throws SQLException {
        return new OutboxLease(
                new OutboxMessage(
                        row.getObject("id", UUID.class),
                        row.getString("topic"),
                        row.getString("payload"),
                        row.getString("scope"),
                        row.getString("idempotency_key"),
                        row.getInt("attempts")),
                row.getLong("lease"));
    }

    private static String bounded(String error) {
        return error.length() <= LONGEST_ERROR ? error : error.substring(0, LONGEST_ERROR);
    }
}
