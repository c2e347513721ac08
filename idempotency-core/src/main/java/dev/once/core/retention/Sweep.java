package dev.once.core.retention;

import java.util.Map;

/**
 * Rows of a table that have had their time. Declare one as a bean, and they are swept with the ledgers.
 *
 * @param name what logs and metrics call it
 * @param old the SQL condition on a row, which it may call {@code swept}; written by the programmer, never from outside
 * @param parameters the condition's values, by name
 * @param atOnce the most rows that go in one transaction
 */
public record Sweep(String name, String table, String old, Map<String, Object> parameters, int atOnce) {

    static final int FEW = 1000;

    public static Sweep of(String table, String old, Map<String, Object> parameters) {
        return new Sweep(table, table, old, parameters, FEW);
    }

    /** For rows that take others along when they go. */
    public Sweep atOnce(int rows) {
        return new Sweep(name, table, old, parameters, rows);
    }
}
