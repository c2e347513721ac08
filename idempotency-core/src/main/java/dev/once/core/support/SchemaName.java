package dev.once.core.support;

import java.util.regex.Pattern;

/** The schema that holds the core's own tables: the shared claims, the outbox and the registers. */
public record SchemaName(String value) {

    private static final Pattern IDENTIFIER = Pattern.compile("[a-z_][a-z0-9_]*");

    public static final SchemaName ONCE = new SchemaName("once");

    public SchemaName {
        if (!IDENTIFIER.matcher(value).matches()) {
            throw new IllegalArgumentException(
                    "'" + value + "' is no plain SQL identifier: use lower case letters, digits and underscores.");
        }
    }

    /** The statement with this name in the place of {@code {once}}. */
    public String in(String sql) {
        return sql.replace("{once}", value);
    }

    public String table(String name) {
        return value + "." + name;
    }
}
