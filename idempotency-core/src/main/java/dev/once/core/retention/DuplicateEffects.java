package dev.once.core.retention;

import dev.once.core.Writes;
import dev.once.core.support.Intervals;
import dev.once.core.support.SchemaName;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.NestedExceptionUtils;

/**
 * Counts what must never be: two effects of one attempt. Each table is checked once an hour, by whichever process takes the
 * turn; the result and its time are stored, and every process of the table's owner exports both.
 */
public final class DuplicateEffects {

    private static final Logger LOG = LoggerFactory.getLogger(DuplicateEffects.class);

    private static final String REGISTER =
            """
            insert into {once}.effects (table_name, attempt_columns, created_column, keep_for)
            values (:table, :columns, :created, cast(:keep as interval))
            on conflict (table_name) do update
            set attempt_columns = excluded.attempt_columns, created_column = excluded.created_column,
                keep_for = excluded.keep_for
            """;

    /**
     * Names are looked up in the catalog, and what is found there is used. Text of the register is never run. A name without a
     * schema may mean another table to its owner than to us, so it is only found for our own.
     */
    private static final String REGISTERED =
            """
            select table_name, relation::regclass::text as relation, keep_for::text as keep_for, duplicates,
              extract(epoch from statement_timestamp() - check_finished_at)::float8 as age,
              (select quote_ident(attname) from pg_attribute
               where attrelid = relation and attname = created_column and attnum > 0 and not attisdropped) as created,
              (select case when count(*) = count(attname)
                 then string_agg('earlier.' || quote_ident(attname) || ' = later.' || quote_ident(attname), ' and ') end
               from unnest(string_to_array(attempt_columns, ', ')) as asked (name) left join pg_attribute
                 on attrelid = relation and attname = asked.name and attnum > 0 and not attisdropped) as same
            from {once}.effects left join lateral (
              select pg_class.oid from pg_class join pg_namespace on pg_namespace.oid = relnamespace
              where relkind in ('r', 'p') and (table_name = nspname || '.' || relname
                or table_name = relname and pg_table_is_visible(pg_class.oid) and table_name = any (:own))
            ) as found (relation) on true
            where keep_for is not null and coalesce(has_table_privilege(relation, 'select'), true)
            order by table_name
            """;

    /** Whoever changes the row has the turn. Who dies with it loses nothing but this turn. */
    private static final String TAKE_TURN =
            """
            update {once}.effects set check_started_at = statement_timestamp()
            where table_name = :table
              and (check_started_at is null or check_started_at < statement_timestamp() - interval '55 minutes')
            """;

    /**
     * Effects of the last day, so that an alarm stands for a day, each compared with all that came before it while its key was
     * kept. An attempt takes its time from its begin, and may take over a key a little later than that: hence the minute.
     */
    private static final String COUNT =
            """
            select count(*) from {table} as later
            where later.{created} > statement_timestamp() - interval '1 day'
              and exists (
                select 1 from {table} as earlier
                where {same} and earlier.{created} <= later.{created}
                  and earlier.{created} >= later.{created} - (cast(:keep as interval) - interval '1 minute')
                  and (earlier.{created} < later.{created}
                    or (earlier.tableoid, earlier.ctid) < (later.tableoid, later.ctid)))
            """;

    private static final String STORE =
            """
            update {once}.effects set duplicates = :duplicates, check_finished_at = statement_timestamp()
            where table_name = :table
            """;

    /** A table without the indexes that the check needs must not keep the database busy, and one that has them is not scanned. */
    private static final String BOUND =
            """
            set local statement_timeout = '1min';
            set local enable_seqscan = off
            """;

    private static final Duration TOO_OLD = Duration.ofHours(2);

    private final Writes writes;
    private final SchemaName schema;
    private final List<EffectTable> own;
    private final Map<String, Result> results = new ConcurrentHashMap<>();

    public DuplicateEffects(Writes writes, List<EffectTable> own, MeterRegistry meters) {
        this.writes = writes;
        this.schema = writes.schema();
        this.own = own;
        for (EffectTable effects : own) {
            results.put(effects.table(), new Result(null, 0, System.nanoTime()));
            Gauge.builder("once.duplicate.effects", () -> result(effects).known())
                    .description("Effects that an attempt had beyond its first, in the last day: must be 0")
                    .tag("table", effects.table())
                    .register(meters);
            TimeGauge.builder(
                            "once.duplicate.effects.check.age",
                            () -> result(effects).age(),
                            TimeUnit.SECONDS)
                    .description("Since duplicate effects were last counted")
                    .tag("table", effects.table())
                    .register(meters);
        }
    }

    private record Registered(
            String name,
            @Nullable String table,
            @Nullable String created,
            @Nullable String same,
            String keep,
            @Nullable Long duplicates,
            @Nullable Double age) {}

    /** What the last check found and how old that was when it was read; the rest of its age is counted here. */
    private record Result(@Nullable Long duplicates, double ageWhenRead, long read) {

        double age() {
            return ageWhenRead + (System.nanoTime() - read) / 1e9;
        }

        /** A zero that nobody has confirmed for long is not a zero. */
        double known() {
            return duplicates == null || duplicates == 0 && age() > TOO_OLD.toSeconds() ? Double.NaN : duplicates;
        }
    }

    public void register() {
        for (EffectTable effects : own) {
            writes.repeatable(write -> write.sql(schema.in(REGISTER))
                    .param("table", effects.table())
                    .param("columns", String.join(", ", effects.attemptColumns()))
                    .param("created", effects.createdAtColumn())
                    .param("keep", Intervals.of(effects.keepFor()))
                    .update());
        }
    }

    /** Checks the tables of this application whose turn it is, and takes over what others have found. */
    public void check() {
        if (own.isEmpty()) {
            return;
        }
        registered().stream()
                .filter(effects -> results.containsKey(effects.name()))
                .forEach(this::checkInTurn);
        registered().forEach(this::takeOver);
    }

    /** Checks every table that an application has declared and whose turn it is; returns what is known of all. */
    public Map<String, Long> checkEverywhere() {
        registered().forEach(this::checkInTurn);
        Map<String, Long> known = new LinkedHashMap<>();
        registered().forEach(effects -> {
            if (effects.duplicates() != null) {
                known.put(effects.name(), effects.duplicates());
            }
        });
        return known;
    }

    private Result result(EffectTable effects) {
        return Objects.requireNonNull(results.get(effects.table()));
    }

    private void takeOver(Registered effects) {
        if (effects.age() != null) {
            Result result = new Result(effects.duplicates(), effects.age(), System.nanoTime());
            results.computeIfPresent(effects.name(), (name, before) -> result);
        }
    }

    private void checkInTurn(Registered effects) {
        if (effects.table() == null || effects.created() == null || effects.same() == null) {
            LOG.warn("{} names a table or column that is not there: {}", schema.table("effects"), effects.name());
            return;
        }
        if (!takesTurn(effects)) {
            return;
        }
        String sql = COUNT.replace("{table}", effects.table())
                .replace("{created}", effects.created())
                .replace("{same}", effects.same());
        try {
            long duplicates = count(effects, sql);
            if (duplicates > 0) {
                LOG.error("{} duplicate effects in {}: an attempt took effect twice", duplicates, effects.table());
            }
        } catch (RuntimeException e) {
            LOG.warn(
                    "Duplicate effects in {} could not be counted, and are next time; the others go on: {}",
                    effects.table(),
                    NestedExceptionUtils.getMostSpecificCause(e).getMessage());
        }
    }

    private boolean takesTurn(Registered effects) {
        return writes.repeatable(write -> write.sql(schema.in(TAKE_TURN))
                        .param("table", effects.name())
                        .update())
                == 1;
    }

    private long count(Registered effects, String sql) {
        return writes.repeatable(write -> {
            write.sql(BOUND).update();
            long duplicates = write.sql(sql)
                    .param("keep", effects.keep())
                    .query(Long.class)
                    .single();
            write.sql(schema.in(STORE))
                    .param("table", effects.name())
                    .param("duplicates", duplicates)
                    .update();
            return duplicates;
        });
    }

    /** Asked in a write's transaction, since that waits for a locked table only so long. */
    private List<Registered> registered() {
        return writes.repeatable(write -> write.sql(schema.in(REGISTERED))
                .param("own", results.keySet().toArray(String[]::new))
                .query((row, i) -> new Registered(
                        row.getString("table_name"),
                        row.getString("relation"),
                        row.getString("created"),
                        row.getString("same"),
                        row.getString("keep_for"),
                        row.getObject("duplicates", Long.class),
                        row.getObject("age", Double.class)))
                .list());
    }
}
