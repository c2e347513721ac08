package dev.once.core.autoconfigure;

import dev.once.core.support.SchemaName;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A table of the core's own, as the file of its name in the jar describes it: one line per column. */
enum CoreTable {
    CLAIMS,
    OUTBOX,
    LEDGERS,
    EFFECTS;

    private static final Pattern COLUMN = Pattern.compile("(?m)^  (?!constraint )([a-z_]+) .*?(?=,?$)");

    private final String sql = read("/once/schema/" + plainName() + ".sql");

    String name(SchemaName schema) {
        return schema.table(plainName());
    }

    String sql(SchemaName schema) {
        return schema.in(sql);
    }

    /** By name, as a new table gets them. */
    Map<String, String> columns() {
        Map<String, String> columns = new LinkedHashMap<>();
        Matcher found = COLUMN.matcher(sql.substring(0, sql.indexOf(';')));
        while (found.find()) {
            columns.put(found.group(1), found.group().strip());
        }
        return columns;
    }

    private String plainName() {
        return name().toLowerCase(Locale.ROOT);
    }

    private static String read(String resource) {
        try (InputStream file = CoreTable.class.getResourceAsStream(resource)) {
            if (file == null) {
                throw new IllegalStateException("The jar of the core has no " + resource + ".");
            }
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
