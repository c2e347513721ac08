package dev.once.core;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How a ledger keeps the result of the work on the claim's own row. The first column is never null in a stored result:
 * null there means that the answer was erased. A type that does not give back what was put in ({@code jsonb} reorders) is no
 * type for a stored answer.
 */
public record Stored<R>(
        List<Column> columns, Function<R, List<@Nullable Object>> encode, Function<List<@Nullable Object>, R> decode) {

    /** A column and how it is read back: {@code String}, {@code byte[]}, {@code Integer} or {@code Long}. */
    public record Column(String name, Class<?> type) {}

    static Stored<Done> nothing() {
        return new Stored<>(List.of(), done -> List.of(), row -> Done.DONE);
    }

    /** One column of text. */
    public static Stored<String> text(String column) {
        return as(column, Function.identity(), Function.identity());
    }

    /** One column that holds the result as text. */
    public static <R> Stored<R> as(String column, Function<R, String> encode, Function<String, R> decode) {
        return new Stored<>(
                List.of(new Column(column, String.class)),
                result -> List.of(encode.apply(result)),
                row -> decode.apply((String) row.get(0)));
    }
}
