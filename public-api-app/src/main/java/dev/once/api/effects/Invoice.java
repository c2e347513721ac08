package dev.once.api.effects;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** An invoice as it is now. */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
@Schema(description = "An invoice.")
public record Invoice(
        UUID id,
        @Schema(example = "ada@example.com") String customer,
        @Schema(example = "EUR") String currency,
        @Schema(
                        types = {"string", "null"},
                        format = "date")
                @Nullable
                LocalDate dueDate,
        String memo,
        List<Line> lines,
        @Schema(description = "In the currency's smallest unit.", example = "9900") long totalCents,
        Instant createdAt) {

    /** An invoice in a list: all but its lines. */
    @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
    @Schema(name = "InvoiceSummary", description = "An invoice without its lines.")
    public record Summary(
            UUID id,
            @Schema(example = "ada@example.com") String customer,
            @Schema(example = "EUR") String currency,
            @Schema(
                            types = {"string", "null"},
                            format = "date")
                    @Nullable
                    LocalDate dueDate,
            long totalCents,
            Instant createdAt) {}

    /** Newest first; the address of the next page, if there is one. */
    @Schema(name = "InvoicePage", description = "A page of invoices, newest first.")
    public record Page(
            List<Summary> invoices,
            @Schema(
                            description = "The address of the next page; null on the last one.",
                            types = {"string", "null"})
                    @Nullable
                    String next) {}
}
