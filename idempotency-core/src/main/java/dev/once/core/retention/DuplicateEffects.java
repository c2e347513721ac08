package dev.once.core.retention;

import dev.once.core.Reads;
import dev.once.core.Writes;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts what must never be: two effects of one attempt, in the last day. */
public final class DuplicateEffects {

    private static final Logger LOG = LoggerFactory.getLogger(DuplicateEffects.class);

    private static final String REGISTER =
            """
            insert into once.effects (table_name, attempt_columns, created_column)
            values (:table, :columns, :created)
            on conflict (table_name) do update
            set attempt_columns = excluded.attempt_columns, created_column = excluded.created_column
            """;

    private static final String COUNT =
            """
            select coalesce(sum(effects - 1), 0) from (
              select count(*) as effects from {table}
              where {created} > now() - interval '1 day' and ({columns}) is not null
              group by {columns} having count(*) > 1) as doubled
            """;

    private final Writes writes;
    private final Reads reads;
    private final List<EffectTable> own;

    public DuplicateEffects(Writes writes, Reads reads, List<EffectTable> own) {
        this.writes = writes;
        this.reads = reads;
        this.own = own;
    }

    void register() {
        for (EffectTable effects : own) {
            writes.repeatable(write -> write.sql(REGISTER)
                    .param("table", effects.table())
                    .param("columns", String.join(", ", effects.attemptColumns()))
                    .param("created", effects.createdAtColumn())
                    .update());
        }
    }

    public List<EffectTable> own() {
        return own;
    }

    /** Of one table. */
    public long count(EffectTable effects) {
        long duplicates = reads.query(COUNT.replace("{table}", effects.table())
                        .replace("{created}", effects.createdAtColumn())
                        .replace("{columns}", String.join(", ", effects.attemptColumns())))
                .count();
        if (duplicates > 0) {
            LOG.error(
                    "{} duplicate effects in {} within a day: an attempt took effect twice",
                    duplicates,
                    effects.table());
        }
        return duplicates;
    }

    /** Of every table that an application of this database has declared. */
    public Map<String, Long> countEverywhere() {
        Map<String, Long> counts = new LinkedHashMap<>();
        reads.query("select table_name, attempt_columns, created_column from once.effects order by table_name")
                .list((row, i) -> new EffectTable(
                        row.getString(1), List.of(row.getString(2).split(", ")), row.getString(3)))
                .forEach(effects -> counts.put(effects.table(), count(effects)));
        return counts;
    }
}
