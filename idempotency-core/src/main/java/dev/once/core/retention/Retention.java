package dev.once.core.retention;

import dev.once.core.Idempotencies;
import dev.once.core.Ledger;
import dev.once.core.Reads;
import dev.once.core.Writes;
import dev.once.core.support.Intervals;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Knows what has had its time: claims past their retention, and rows of other tables that an application has declared. */
public final class Retention {

    private static final Logger LOG = LoggerFactory.getLogger(Retention.class);

    /** The condition is for older versions, which would delete too much without it: here it only means 'the owner sweeps'. */
    private static final String REGISTER =
            """
            insert into {once}.ledgers
              (name, table_name, scope_column, key_column, created_column, expires_column, swept_only_when, keep_for)
            values (:name, :table, :scope, :key, :created, :expires, :condition, cast(:keep as interval))
            on conflict (name) do update
            set table_name = excluded.table_name, scope_column = excluded.scope_column, key_column = excluded.key_column,
                created_column = excluded.created_column, expires_column = excluded.expires_column,
                swept_only_when = excluded.swept_only_when, keep_for = excluded.keep_for
            """;

    /**
     * Names are looked up in the catalog, and what is found there is used. Text of the register is never run. A name without a
     * schema may mean another table to its owner than to us, so it is not found.
     */
    private static final String REGISTERED =
            """
            with registered as (
              select ledgers.*, relation, count(*) over (partition by relation) as names
              from {once}.ledgers left join lateral (
                select pg_class.oid from pg_class join pg_namespace on pg_namespace.oid = relnamespace
                where relkind in ('r', 'p') and table_name = nspname || '.' || relname) as found (relation) on true)
            select name, relation::regclass::text as relation, names,
              (select quote_ident(attname) from pg_attribute
               where attrelid = relation and attname = coalesce(expires_column, created_column)
                 and attnum > 0 and not attisdropped) as column_name,
              case when expires_column is null then keep_for else interval '0' end::text as keep_for
            from registered where swept_only_when is null and name <> all (:own) order by name
            """;

    private final Idempotencies idempotencies;
    private final List<Sweep> tables;
    private final Writes writes;
    private final Reads reads;
    private final String register;
    private final Sweeper sweeper;

    /**
     * @param tables what this application wants swept beside its ledgers
     * @param share how much of its time a sweep may work, above 0 and at most 1
     */
    public Retention(Idempotencies idempotencies, List<Sweep> tables, double share, MeterRegistry meters) {
        this.idempotencies = idempotencies;
        this.tables = tables;
        this.writes = idempotencies.writes();
        this.reads = idempotencies.reads();
        this.register = writes.schema().table("ledgers");
        this.sweeper = new Sweeper(writes, meters, share);
    }

    private record Registered(String name, @Nullable String table, long names, @Nullable String column, String keep) {}

    boolean isUsed() {
        return idempotencies.isUsed();
    }

    /** The register is for those who want one process to sweep for all: where it is not there, nobody does. */
    void register() {
        if (!reads.hasTable(register)) {
            return;
        }
        String sql = writes.schema().in(REGISTER);
        for (Ledger<?> ledger : idempotencies.sweptLedgers()) {
            writes.repeatable(write -> write.sql(sql)
                    .param("name", name(ledger))
                    .param("table", ledger.table())
                    .param("scope", ledger.scopeColumn())
                    .param("key", ledger.keyColumn())
                    .param("created", ledger.createdAtColumn())
                    .param("expires", ledger.expiresAtColumn())
                    .param("condition", ledger.sweptOnlyWhen())
                    .param("keep", Intervals.of(ledger.keepFor()))
                    .update());
        }
    }

    /** Sweeps the ledgers and tables of this application; returns how many rows each lost. */
    public Map<String, Long> sweep() {
        return sweeper.sweep(own());
    }

    /** Sweeps what no other process can sweep in its place. */
    Map<String, Long> sweepWhatOthersCannot() {
        return sweeper.sweep(Stream.concat(
                        idempotencies.sweptLedgers().stream()
                                .filter(ledger -> ledger.sweptOnlyWhen() != null)
                                .map(Retention::sweepOf),
                        ownTables())
                .toList());
    }

    /**
     * Sweeps every ledger that an application of this database has declared, but for those with a condition: they are swept
     * by their own application, which has the condition in its code.
     */
    public Map<String, Long> sweepEverywhere() {
        List<Sweep> sweeps = new ArrayList<>(own());
        for (Registered ledger : registeredByOthers()) {
            if (ledger.table() == null || ledger.column() == null) {
                LOG.warn("{} names a table or column that is not there: {}", register, ledger.name());
            } else if (ledger.names() > 1) {
                LOG.warn("{} has more than one name for {}: its owner sweeps it", register, ledger.table());
            } else {
                sweeps.add(sweepOf(ledger.name(), ledger.table(), ledger.column(), ledger.keep(), "true"));
            }
        }
        return sweeper.sweep(sweeps);
    }

    private List<Registered> registeredByOthers() {
        return reads.query(writes.schema().in(REGISTERED))
                .param(
                        "own",
                        idempotencies.sweptLedgers().stream()
                                .map(Retention::name)
                                .toArray(String[]::new))
                .list((row, i) -> new Registered(
                        row.getString("name"),
                        row.getString("relation"),
                        row.getLong("names"),
                        row.getString("column_name"),
                        row.getString("keep_for")));
    }

    private List<Sweep> own() {
        return Stream.concat(idempotencies.sweptLedgers().stream().map(Retention::sweepOf), ownTables())
                .toList();
    }

    /** The core's own tables are there where they are used, and only there. */
    private Stream<Sweep> ownTables() {
        String own = writes.schema().table("");
        return tables.stream().filter(sweep -> !sweep.table().startsWith(own) || reads.hasTable(sweep.table()));
    }

    /** A table that ledgers share goes by its own name. */
    private static String name(Ledger<?> ledger) {
        return ledger.sharedByColumn() == null ? ledger.name() : ledger.table();
    }

    private static Sweep sweepOf(Ledger<?> ledger) {
        String expires = ledger.expiresAtColumn();
        String condition = ledger.sweptOnlyWhen();
        return sweepOf(
                name(ledger),
                ledger.table(),
                expires == null ? ledger.createdAtColumn() : expires,
                Intervals.of(expires == null ? ledger.keepFor() : Duration.ZERO),
                condition == null ? "true" : condition);
    }

    private static Sweep sweepOf(String name, String table, String column, String keep, String condition) {
        String old = column + " < statement_timestamp() - cast(:keep as interval) and (" + condition + ")";
        return new Sweep(name, table, old, Map.of("keep", keep), Sweep.FEW);
    }
}
