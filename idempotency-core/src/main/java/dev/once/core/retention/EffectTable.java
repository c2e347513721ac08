package dev.once.core.retention;

import java.util.List;

/**
 * A table of side effects and the columns that name the attempt each row came from, with whatever else tells apart two
 * effects that one attempt may rightly have. Declare one as a bean, and duplicates in it are counted.
 */
public record EffectTable(String table, List<String> attemptColumns, String createdAtColumn) {

    public static EffectTable of(String table, String... attemptColumns) {
        return new EffectTable(table, List.of(attemptColumns), "created_at");
    }
}
