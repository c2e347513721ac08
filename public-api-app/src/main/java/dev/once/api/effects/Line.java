package dev.once.api.effects;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import io.swagger.v3.oas.annotations.media.Schema;

/** One line of an invoice. */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
@Schema(description = "One line of an invoice.")
public record Line(
        @Schema(
                        example = "Consulting, July",
                        minLength = 1,
                        maxLength = MOST_TEXT,
                        pattern = TextPatterns.NOT_BLANK,
                        requiredMode = Schema.RequiredMode.REQUIRED)
                String description,
        @Schema(example = "2", minimum = "1", maximum = "1000000", requiredMode = Schema.RequiredMode.REQUIRED)
                long quantity,
        @Schema(
                        description = "In the currency's smallest unit.",
                        example = "4950",
                        minimum = "0",
                        maximum = "100000000000",
                        requiredMode = Schema.RequiredMode.REQUIRED)
                long unitAmountCents) {

    public static final int MOST_TEXT = 1000;
    public static final long MOST_QUANTITY = 1_000_000;
    public static final long MOST_UNIT_AMOUNT = 100_000_000_000L;

    /** Fits: the two bounds multiply to less than a long holds. */
    public long amountCents() {
        return quantity * unitAmountCents;
    }
}
