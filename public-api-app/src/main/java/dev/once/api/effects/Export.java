package dev.once.api.effects;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** An export and how far it is. */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
@Schema(description = "An export of all invoices and how far it is.")
public record Export(
        UUID id,
        Status status,
        @Schema(description = "How many are in the file so far.") long exportedInvoices,
        @Schema(description = "How many there were when it was asked for.") long invoices,
        Instant createdAt,
        @Schema(
                        types = {"string", "null"},
                        format = "date-time")
                @Nullable
                Instant finishedAt,
        @Schema(
                        description = "The file's address, once it is done.",
                        types = {"string", "null"})
                @Nullable
                String file) {

    /** What a client may meet. */
    @Schema(name = "ExportStatus")
    public enum Status {
        waiting,
        running,
        done
    }
}
