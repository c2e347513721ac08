package dev.once.core.retention;

import dev.once.core.Idempotency;
import java.time.Duration;
import java.util.List;

/**
 * A table of side effects and the columns that name the attempt each row came from, with whatever else tells apart two
 * effects that one attempt may rightly have. Declare one as a bean, and duplicates in it are counted.
 *
 * @param keepFor how long the attempts' ledger keeps their keys: an effect after that is another attempt's
 */
public record EffectTable(String table, List<String> attemptColumns, String createdAtColumn, Duration keepFor) {

    /** Effects of the attempts that go through {@code idempotency}. */
    public static EffectTable of(Idempotency<?> idempotency, String table, String... attemptColumns) {
        return new EffectTable(
                table,
                List.of(attemptColumns),
                "created_at",
                idempotency.ledger().keepFor());
    }
}
