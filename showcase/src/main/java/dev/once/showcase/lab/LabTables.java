package dev.once.showcase.lab;

import dev.once.core.Reads;
import dev.once.core.RepeatableWrite;
import dev.once.core.Writes;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;

/** The world around the workers: it counts payments, lets time pass, breaks and repairs the audit log. */
public final class LabTables {

    private static final String BOOKED =
            """
            select tenant, count(*) as payments from lab.payments where event = :event group by tenant
            """;

    /** Time is the database's, so it passes there: everything of this event is as old as that. */
    private static final String AGE =
            """
            with older_ledger as (
              update lab.ledger set received_at = now() - cast(:time as interval) where event = :event),
            older_claims as (
              update lab.claims set claimed_at = now() - cast(:time as interval) where key = :event)
            update lab.locks set expires_at = now() - cast(:time as interval) where key = :event
            """;

    /** For a quarter of a second: who gives up sooner has answered by then, and does not count. */
    private static final String SOMEBODY_WAITS =
            """
            select exists (
              select 1 from pg_stat_activity
              where datname = current_database() and wait_event_type = 'Lock' and query like '%lab.%'
                and query_start < clock_timestamp() - interval '250 milliseconds')
            """;

    private static final String BREAK_AUDIT =
            """
            insert into lab.audit_outages (event) values (:event) on conflict do nothing
            """;

    private static final String REPAIR_AUDIT = "delete from lab.audit_outages where event = :event";

    private static final String SWEEP =
            """
            with payments as (delete from lab.payments where created_at < now() - interval '1 hour'),
            ledger as (delete from lab.ledger where received_at < now() - interval '30 days'),
            notes as (delete from lab.notes where noted_at < now() - interval '1 hour'),
            claims as (delete from lab.claims where claimed_at < now() - interval '1 hour')
            delete from lab.locks where expires_at < now() - interval '1 hour'
            """;

    private final Writes writes;
    private final Reads reads;

    public LabTables(Writes writes, Reads reads) {
        this.writes = writes;
        this.reads = reads;
    }

    Map<String, Long> booked(String event) {
        return reads
                .query(BOOKED)
                .param("event", event)
                .list((row, i) -> Map.entry(row.getString("tenant"), row.getLong("payments")))
                .stream()
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /** Of all tenants. */
    public long payments(String event) {
        return booked(event).values().stream().mapToLong(Long::longValue).sum();
    }

    void age(String event, Duration time) {
        writes.repeatable(write -> age(write, event, time));
    }

    boolean somebodyWaits() {
        return reads.query(SOMEBODY_WAITS).single((row, i) -> row.getBoolean(1));
    }

    public void auditBreaks(String event) {
        writes.repeatable(write -> change(write, BREAK_AUDIT, event));
    }

    public void auditIsRepaired(String event) {
        writes.repeatable(write -> change(write, REPAIR_AUDIT, event));
    }

    /** What earlier trials have left. */
    public void sweep() {
        writes.repeatable(LabTables::sweep);
    }

    private static int age(RepeatableWrite write, String event, Duration time) {
        return write.sql(AGE)
                .param("event", event)
                .param("time", time.toSeconds() + " seconds")
                .update();
    }

    private static int change(RepeatableWrite write, String sql, String event) {
        return write.sql(sql).param("event", event).update();
    }

    private static int sweep(RepeatableWrite write) {
        return write.sql(SWEEP).update();
    }
}
