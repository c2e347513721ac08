package dev.once.api.effects;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import io.swagger.v3.oas.annotations.media.ArraySchema;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.LocalDate;
import java.util.Currency;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A request for an invoice, checked. */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
@Schema(description = "An invoice to be made.")
public record NewInvoice(
        @Schema(
                        description = "Whom it is for, in any form; a known customer's e-mail address finds its name.",
                        example = "ada@example.com",
                        minLength = 1,
                        maxLength = 200,
                        pattern = TextPatterns.NOT_BLANK,
                        requiredMode = Schema.RequiredMode.REQUIRED)
                String customer,
        @Schema(description = "ISO 4217.", example = "EUR", requiredMode = Schema.RequiredMode.REQUIRED)
                String currency,
        @Schema(
                        description = "Today (UTC) or later.",
                        example = "2099-12-31",
                        types = {"string", "null"},
                        format = "date")
                @Nullable
                LocalDate dueDate,
        @ArraySchema(
                        minItems = 1,
                        maxItems = MOST_LINES,
                        arraySchema = @Schema(requiredMode = Schema.RequiredMode.REQUIRED))
                List<Line> lines) {

    public static final int MOST_LINES = 1000;

    /** Money proper: no test codes, no gold. */
    public static final Set<String> CURRENCIES = Currency.getAvailableCurrencies().stream()
            .filter(currency -> currency.getDefaultFractionDigits() >= 0)
            .map(Currency::getCurrencyCode)
            .collect(Collectors.toUnmodifiableSet());

    /** What every JSON client can read exactly: 2^53 - 1. */
    public static final long MOST_TOTAL = 9_007_199_254_740_991L;

    public long totalCents() {
        return lines.stream().mapToLong(Line::amountCents).reduce(0, Math::addExact);
    }
}
