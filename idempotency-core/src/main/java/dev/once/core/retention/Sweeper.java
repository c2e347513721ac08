package dev.once.core.retention;

import dev.once.core.Writes;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.NestedExceptionUtils;

/**
 * Deletes what has had its time, from any table. It walks the table page by page, so it needs no index that every insert would
 * have to pay for; each batch is a short transaction that skips locked rows, so that it never waits for a claim and many may
 * run at once. Between two batches it rests, and leaves the database to others.
 */
final class Sweeper {

    private static final Logger LOG = LoggerFactory.getLogger(Sweeper.class);
    private static final long PAGES_PER_BATCH = 32;

    /** A partitioned table has no pages of its own: its leaves have them. */
    private static final String LEAVES =
            """
            select coalesce(leaf.relid, swept.relation)::text as name,
              pg_relation_size(coalesce(leaf.relid, swept.relation)) / current_setting('block_size')::bigint as pages
            from (select cast(:table as regclass) as relation) as swept
            left join lateral pg_partition_tree(swept.relation) as leaf on true
            where coalesce(leaf.isleaf, true)
            """;

    /** The old version of a row that a claim has just renewed is found, locked, checked again, and left alone. */
    private static final String DELETE =
            """
            with doomed as (
              select ctid as place from only {leaf} as swept
              where ctid >= cast(:from as tid) and ctid < cast(:to as tid) and {old}
              limit :most
              for update skip locked)
            delete from only {leaf} where ctid = any (array (select place from doomed))
            """;

    /** Where a table has no page here, its rows are elsewhere: on the workers of Citus, or behind a view. */
    private static final String DELETE_ELSEWHERE =
            """
            delete from {table} as swept where {old}
            """;

    private final Writes writes;
    private final MeterRegistry meters;
    private final double share;

    Sweeper(Writes writes, MeterRegistry meters, double share) {
        this.writes = writes;
        this.meters = meters;
        this.share = share;
    }

    private record Leaf(String name, long pages) {}

    /** Returns how many rows went, by the sweep's name. One that fails is left out, and stops no other. */
    Map<String, Long> sweep(List<Sweep> sweeps) {
        Map<String, Long> deleted = new LinkedHashMap<>();
        for (Sweep sweep : sweeps) {
            try {
                deleted.put(sweep.name(), sweep(sweep));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                break;
            } catch (RuntimeException e) {
                LOG.warn(
                        "The sweep of {} failed and is tried again next time; the others go on: {}",
                        sweep.table(),
                        NestedExceptionUtils.getMostSpecificCause(e).getMessage());
            }
        }
        return deleted;
    }

    private long sweep(Sweep sweep) throws InterruptedException {
        Counter counter = Counter.builder("once.sweep.deleted")
                .description("Rows deleted after their retention")
                .tag("ledger", sweep.name())
                .register(meters);
        List<Leaf> leaves = leaves(sweep);
        long deleted = 0;
        for (Leaf leaf : leaves) {
            deleted += sweep(sweep, leaf, counter);
        }
        if (leaves.stream().allMatch(leaf -> leaf.pages() == 0)) {
            deleted = sweepElsewhere(sweep);
            counter.increment(deleted);
        }
        LOG.info("Swept {} rows of {}", deleted, sweep.table());
        return deleted;
    }

    private int sweepElsewhere(Sweep sweep) {
        String sql = DELETE_ELSEWHERE.replace("{table}", sweep.table()).replace("{old}", "(" + sweep.old() + ")");
        return writes.repeatable(
                write -> write.sql(sql).params(sweep.parameters()).update());
    }

    private long sweep(Sweep sweep, Leaf leaf, Counter counter) throws InterruptedException {
        String sql = DELETE.replace("{leaf}", leaf.name()).replace("{old}", "(" + sweep.old() + ")");
        long deleted = 0;
        for (long page = 0; page < leaf.pages(); page += PAGES_PER_BATCH) {
            int batch;
            do {
                batch = delete(sweep, sql, page);
                deleted += batch;
                counter.increment(batch);
            } while (batch == sweep.atOnce());
        }
        return deleted;
    }

    private int delete(Sweep sweep, String sql, long page) throws InterruptedException {
        long began = System.nanoTime();
        int deleted = writes.repeatable(write -> write.sql(sql)
                .params(sweep.parameters())
                .param("from", "(" + page + ",0)")
                .param("to", "(" + (page + PAGES_PER_BATCH) + ",0)")
                .param("most", sweep.atOnce())
                .update());
        long worked = System.nanoTime() - began;
        TimeUnit.NANOSECONDS.sleep((long) (worked * (1 - share) / share));
        return deleted;
    }

    /** Asked in a write's transaction, since that waits for a locked table only so long. */
    private List<Leaf> leaves(Sweep sweep) {
        return writes.repeatable(write -> write.sql(LEAVES)
                .param("table", sweep.table())
                .query((row, i) -> new Leaf(row.getString("name"), row.getLong("pages")))
                .list());
    }
}
