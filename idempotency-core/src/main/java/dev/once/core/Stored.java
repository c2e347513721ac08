package dev.once.core;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How a ledger keeps the result of the work on the claim's own row. The first column is never null in a stored result:
 * null there means that the answer was erased. A type that does not give back what was put in ({@code jsonb} reorders) is no
 * type for a stored answer.
 */
public record Stored<R>(
        List<Column> columns, Function<R, List<@Nullable Object>> encode, Function<List<@Nullable Object>, R> decode) {

    /** A column and how it is read back: {@code String}, {@code byte[]}, {@code Integer}, {@code Long} or {@code UUID}. */
    public record Column(String name, Class<?> type) {

        public Column {
            if (!WantedColumn.STORED.containsKey(type)) {
                throw new IllegalArgumentException(
                        "A stored result is kept as String, byte[], Integer, Long or UUID; column '" + name
                                + "' is declared as " + type.getName() + ".");
            }
        }

        private void refuseUnstorable(@Nullable Object value) {
            if (value != null && !type.isInstance(value)) {
                throw new IllegalStateException("Column '%s' stores %s, and the result gave it %s."
                        .formatted(name, type.getSimpleName(), value.getClass().getSimpleName()));
            }
            if (value instanceof String text
                    && !StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
                throw new IllegalStateException("The text for column '" + name
                        + "' holds half of a surrogate pair: it would come back as something else.");
            }
        }
    }

    /** What goes into the columns: refused where a replay could not give it back. */
    List<@Nullable Object> encoded(R result) {
        List<@Nullable Object> values = encode.apply(result);
        if (values.size() != columns.size()) {
            throw new IllegalStateException(
                    "The result has " + values.size() + " values for " + columns.size() + " columns.");
        }
        for (int i = 0; i < values.size(); i++) {
            columns.get(i).refuseUnstorable(values.get(i));
        }
        if (!values.isEmpty() && values.get(0) == null) {
            throw new IllegalStateException("The result is null in column '"
                    + columns.get(0).name() + "', which means that the answer was erased: store something else.");
        }
        return values;
    }

    static Stored<Done> nothing() {
        return new Stored<>(List.of(), done -> List.of(), row -> Done.DONE);
    }

    /** One column of text. */
    public static Stored<String> text(String column) {
        return as(column, Function.identity(), Function.identity());
    }

    /** One column of type {@code uuid}. */
    public static Stored<UUID> uuid(String column) {
        return new Stored<>(List.of(new Column(column, UUID.class)), id -> List.of(id), row -> (UUID) row.get(0));
    }

    /** One column that holds the result as text. */
    public static <R> Stored<R> as(String column, Function<R, String> encode, Function<String, R> decode) {
        return new Stored<>(
                List.of(new Column(column, String.class)),
                result -> Collections.singletonList(result == null ? null : encode.apply(result)),
                row -> decode.apply((String) row.get(0)));
    }
}
