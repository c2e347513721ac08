package dev.once.showcase.lab;

import dev.once.core.Reads;
import dev.once.core.RepeatableWrite;
import dev.once.core.Writes;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/** The world around the workers: it counts payments, lets time pass, breaks and repairs the audit log. */
public final class LabTables {

    private static final String BOOKED =
            """
            select tenant, amount_cents, count(*) as times from lab.payments
            where event = :event group by tenant, amount_cents
            """;

    private static final String MAILED =
            """
            select tenant, amount_cents, count(*) as times from lab.mails
            where event = :event group by tenant, amount_cents
            """;

    /** What a relay does in the end: what the outbox holds becomes mails, once. */
    private static final String RELAY =
            """
            with taken as (delete from lab.outbox where event = :event returning tenant, event, amount_cents)
            insert into lab.mails (tenant, event, amount_cents) select tenant, event, amount_cents from taken
            """;

    private static final String COMMITTED =
            """
            select (select count(*) from lab.payments where event = :event) as payments,
                   (select count(*) from lab.mails where event = :event) as mails,
                   (select count(*) from lab.ledger where event = :event)
                     + (select count(*) from lab.claims where key = :event)
                     + (select count(*) from lab.scoped_claims where key = :event)
                     + (select count(*) from lab.locks where key = :event)
                     + (select count(*) from lab.notes where event = :event) as claims
            """;

    private static final String REFUND = "update lab.payments set status = 'refunded' where event = :event";

    /** Time is the database's, so it passes there: everything of this event is as old as that. */
    private static final String AGE =
            """
            with older_ledger as (
              update lab.ledger set received_at = now() - cast(:time as interval) where event = :event),
            older_claims as (
              update lab.claims set claimed_at = now() - cast(:time as interval) where key = :event),
            older_scoped_claims as (
              update lab.scoped_claims set claimed_at = now() - cast(:time as interval) where key = :event)
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
            mails as (delete from lab.mails where sent_at < now() - interval '1 hour'),
            outbox as (delete from lab.outbox where written_at < now() - interval '1 hour'),
            scoped_claims as (delete from lab.scoped_claims where claimed_at < now() - interval '1 hour'),
            claims as (delete from lab.claims where claimed_at < now() - interval '1 hour')
            delete from lab.locks where expires_at < now() - interval '1 hour'
            """;

    private final Writes writes;
    private final Reads reads;

    public LabTables(Writes writes, Reads reads) {
        this.writes = writes;
        this.reads = reads;
    }

    Map<Asked, Long> booked(String event) {
        return counted(BOOKED, event);
    }

    /** The relay has run: what is committed is sent, sooner or later. */
    Map<Asked, Long> mailed(String event) {
        writes.repeatable(write -> change(write, RELAY, event));
        return counted(MAILED, event);
    }

    /** What everybody can see. Asked from another thread: this one may be inside a transaction of its own. */
    String committed(String event) {
        return CompletableFuture.supplyAsync(
                        () -> reads.query(COMMITTED)
                                .param("event", event)
                                .single((row, i) -> counted(row.getLong("claims"), "claim") + ", "
                                        + counted(row.getLong("payments"), "payment")
                                        + (row.getLong("mails") > 0
                                                ? ", " + counted(row.getLong("mails"), "mail")
                                                : "")),
                        LabTables::inThread)
                .join();
    }

    private static void inThread(Runnable look) {
        Thread thread = new Thread(look, "lab-look");
        thread.setDaemon(true);
        thread.start();
    }

    private static String counted(long number, String word) {
        return number + " " + word + (number == 1 ? "" : "s");
    }

    void refund(String event) {
        writes.repeatable(write -> change(write, REFUND, event));
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

    private Map<Asked, Long> counted(String sql, String event) {
        return reads
                .query(sql)
                .param("event", event)
                .list((row, i) -> Map.entry(
                        new Asked(row.getString("tenant"), row.getLong("amount_cents")), row.getLong("times")))
                .stream()
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
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
