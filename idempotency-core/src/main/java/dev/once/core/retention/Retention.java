package dev.once.core.retention;

import dev.once.core.Idempotencies;
import dev.once.core.Intervals;
import dev.once.core.Ledger;
import dev.once.core.Reads;
import dev.once.core.Writes;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes claims past their retention. It walks the table page by page, so it needs no index that every claim would have to
 * pay for; each batch is a short transaction that skips locked rows, so that it never waits for a claim and many may run at once.
 */
public final class Retention {

    private static final Logger LOG = LoggerFactory.getLogger(Retention.class);
    private static final int PAGES_A_BATCH = 32;

    private static final String REGISTER =
            """
            insert into once.ledgers
              (name, table_name, scope_column, key_column, created_column, expires_column, swept_only_when, keep_for)
            values (:name, :table, :scope, :key, :created, :expires, :condition, cast(:keep as interval))
            on conflict (name) do update
            set table_name = excluded.table_name, scope_column = excluded.scope_column, key_column = excluded.key_column,
                created_column = excluded.created_column, expires_column = excluded.expires_column,
                swept_only_when = excluded.swept_only_when, keep_for = excluded.keep_for
            """;

    private static final String REGISTERED =
            """
            select name, table_name, created_column, expires_column, swept_only_when, keep_for::text
            from once.ledgers order by name
            """;

    private static final String PAGES =
            """
            select pg_relation_size(cast(:table as regclass)) / current_setting('block_size')::bigint
            """;

    /** The old version of a row that a claim has just renewed is found, locked, checked again, and left alone. */
    private static final String SWEEP =
            """
            with doomed as (
              select ctid as place from {table} as row
              where ctid >= cast(:from as tid) and ctid < cast(:to as tid) and {old} and ({condition})
              for update skip locked)
            delete from {table} where ctid = any (array (select place from doomed))
            """;

    private final Idempotencies idempotencies;
    private final Writes writes;
    private final Reads reads;
    private final MeterRegistry meters;

    public Retention(Idempotencies idempotencies, MeterRegistry meters) {
        this.idempotencies = idempotencies;
        this.writes = idempotencies.writes();
        this.reads = idempotencies.reads();
        this.meters = meters;
    }

    private record Sweep(
            String name,
            String table,
            String created,
            @Nullable String expires,
            @Nullable String condition,
            String keep) {

        static Sweep of(Ledger<?> ledger) {
            return new Sweep(
                    ledger.name(),
                    ledger.table(),
                    ledger.createdAtColumn(),
                    ledger.expiresAtColumn(),
                    ledger.sweptOnlyWhen(),
                    retentionOf(ledger));
        }

        String sql() {
            String old = expires == null ? created + " < now() - interval '" + keep + "'" : expires + " < now()";
            return SWEEP.replace("{table}", table)
                    .replace("{old}", old)
                    .replace("{condition}", condition == null ? "true" : condition);
        }
    }

    void register() {
        for (Ledger<?> ledger : idempotencies.ledgers()) {
            writes.repeatable(write -> write.sql(REGISTER)
                    .param("name", ledger.name())
                    .param("table", ledger.table())
                    .param("scope", ledger.scopeColumn())
                    .param("key", ledger.keyColumn())
                    .param("created", ledger.createdAtColumn())
                    .param("expires", ledger.expiresAtColumn())
                    .param("condition", ledger.sweptOnlyWhen())
                    .param("keep", retentionOf(ledger))
                    .update());
        }
    }

    /** Sweeps the ledgers of this application; returns how many rows each lost. */
    public Map<String, Long> sweep() {
        return sweep(idempotencies.ledgers().stream().map(Sweep::of).toList());
    }

    /** Sweeps every ledger that an application of this database has declared. */
    public Map<String, Long> sweepEverywhere() {
        return sweep(reads.query(REGISTERED)
                .list((row, i) -> new Sweep(
                        row.getString("name"),
                        row.getString("table_name"),
                        row.getString("created_column"),
                        row.getString("expires_column"),
                        row.getString("swept_only_when"),
                        row.getString("keep_for"))));
    }

    private Map<String, Long> sweep(List<Sweep> sweeps) {
        Map<String, Long> deleted = new LinkedHashMap<>();
        sweeps.forEach(sweep -> deleted.put(sweep.name(), sweep(sweep)));
        return deleted;
    }

    private long sweep(Sweep sweep) {
        long pages = reads.query(PAGES).param("table", sweep.table()).count();
        String sql = sweep.sql();
        Counter counter = Counter.builder("once.sweep.deleted")
                .description("Claims deleted after their retention")
                .tag("ledger", sweep.name())
                .register(meters);
        long deleted = 0;
        for (long from = 0; from < pages; from += PAGES_A_BATCH) {
            String first = "(" + from + ",0)";
            String end = "(" + (from + PAGES_A_BATCH) + ",0)";
            int batch = writes.repeatable(write ->
                    write.sql(sql).param("from", first).param("to", end).update());
            deleted += batch;
            counter.increment(batch);
            if (batch > 0) {
                LOG.debug("Swept {} rows of {}, page {} of {}", batch, sweep.table(), from, pages);
            }
        }
        LOG.info("Swept {} claims of {} that were older than {}", deleted, sweep.table(), sweep.keep());
        return deleted;
    }

    private static String retentionOf(Ledger<?> ledger) {
        return Intervals.of(ledger.keepFor());
    }
}
