package dev.once.api.effects;

import io.swagger.v3.oas.annotations.media.ArraySchema;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A request for an invoice, checked. */
@Schema(description = "An invoice to be made.")
public record NewInvoice(
        @Schema(
                        description = "Whom it is for, in any form; a known customer's e-mail address finds its name.",
                        example = "ada@example.com",
                        minLength = 1,
                        maxLength = 200,
                        requiredMode = Schema.RequiredMode.REQUIRED)
                String customer,
        @Schema(
                        description = "ISO 4217.",
                        example = "EUR",
                        pattern = "^[A-Z]{3}$",
                        requiredMode = Schema.RequiredMode.REQUIRED)
                String currency,
        @Schema(
                        description = "Today (UTC) or later.",
                        example = "2099-12-31",
                        types = {"string", "null"},
                        format = "date")
                @Nullable
                LocalDate dueDate,
        @ArraySchema(maxItems = MOST_LINES, arraySchema = @Schema(requiredMode = Schema.RequiredMode.REQUIRED))
                List<Line> lines) {

    public static final int MOST_LINES = 1000;

    /** What every JSON client can read exactly: 2^53 - 1. */
    public static final long MOST_TOTAL = 9_007_199_254_740_991L;

    public long totalCents() {
        return lines.stream().mapToLong(Line::amountCents).reduce(0, Math::addExact);
    }
}
