package dev.once.core.autoconfigure;

import dev.once.core.Reads;
import dev.once.core.Writes;
import dev.once.core.support.SchemaName;
import dev.once.core.support.StartupRefusedException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.dao.DataAccessException;

/** The core's own tables: made at start where the application has asked for that, and looked at before they are used. */
final class CoreTables {

    private static final Logger LOG = LoggerFactory.getLogger(CoreTables.class);

    /** Whoever makes the tables of one schema does it alone. */
    private static final String ALONE = "select pg_advisory_xact_lock(hashtextextended('once schema ' || :schema, 0))";

    private static final String HAS_SCHEMA = "select to_regnamespace(:schema) is not null";

    private static final String COLUMNS =
            """
            select attname from pg_attribute
            where attrelid = to_regclass(:table) and attnum > 0 and not attisdropped
            """;

    private final Writes writes;
    private final Reads reads;
    private final SchemaName schema;

    CoreTables(Writes writes, Reads reads) {
        this.writes = writes;
        this.reads = reads;
        this.schema = writes.schema();
    }

    /** Only what is not there: a table in use is not even locked. Several processes may do this at once. */
    void create() {
        List<CoreTable> missing = missing();
        if (missing.isEmpty()) {
            return;
        }
        try {
            List<String> made = writes.repeatable(write -> {
                write.sql(ALONE).param("schema", schema.value()).query(row -> {});
                boolean hasSchema = write.sql(HAS_SCHEMA)
                        .param("schema", schema.value())
                        .query(Boolean.class)
                        .single();
                if (!hasSchema) {
                    write.sql(schema.in("create schema {once}")).update();
                }
                List<CoreTable> mine = missing.stream()
                        .filter(table -> write.sql(COLUMNS)
                                .param("table", table.name(schema))
                                .query(String.class)
                                .list()
                                .isEmpty())
                        .toList();
                mine.forEach(table -> write.sql(table.sql(schema)).update());
                return mine.stream().map(table -> table.name(schema)).toList();
            });
            LOG.info("Schema: once.schema=create has made {}", made);
        } catch (DataAccessException e) {
            throw new StartupRefusedException(
                    "once.schema=create could not make the core's tables: "
                            + NestedExceptionUtils.getMostSpecificCause(e).getMessage(),
                    "Run this as a role that may, and set once.schema=validate:\n" + sqlFor(missing));
        }
    }

    /** Refuses the start where a table that is about to be used is missing or of an older version. */
    void require(CoreTable table, String why) {
        String name = table.name(schema);
        Set<String> there = columns(name);
        if (there.isEmpty()) {
            throw new StartupRefusedException(
                    "There is no table %s, and %s.".formatted(name, why),
                    "Set once.schema=create, and the core makes its tables; or run this as their owner:\n"
                            + sqlFor(List.of(table)));
        }
        Set<String> missing = new TreeSet<>(table.columns().keySet());
        missing.removeAll(there);
        if (!missing.isEmpty()) {
            throw new StartupRefusedException(
                    "The table %s has no column %s, and %s.".formatted(name, String.join(", ", missing), why),
                    "Run this as the owner of the table:\n"
                            + missing.stream()
                                    .map(column -> "alter table %s add column %s;"
                                            .formatted(name, table.columns().get(column)))
                                    .collect(Collectors.joining("\n")));
        }
    }

    private List<CoreTable> missing() {
        return Arrays.stream(CoreTable.values())
                .filter(table -> !reads.hasTable(table.name(schema)))
                .toList();
    }

    private Set<String> columns(String table) {
        return Set.copyOf(reads.query(COLUMNS).param("table", table).list((row, i) -> row.getString(1)));
    }

    private String sqlFor(List<CoreTable> tables) {
        return schema.in("create schema if not exists {once};\n\n")
                + tables.stream().map(table -> table.sql(schema)).collect(Collectors.joining("\n"));
    }
}
