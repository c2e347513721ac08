package dev.once.jobs.pages;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A run as programs and people see it. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RunView(
        UUID id,
        String kind,
        JsonNode parameters,
        String status,
        int attempts,
        @Nullable String reason,
        Progress progress,
        List<Step> steps,
        OffsetDateTime createdAt,
        @Nullable OffsetDateTime endedAt,
        @Nullable OffsetDateTime closedAt) {

    /** How many of its steps are done. */
    public record Progress(int done, int of) {}

    /** `done` with its output, `asked` if a vendor was asked and has not answered, else `waiting`. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Step(String name, String state, @Nullable JsonNode output, @Nullable OffsetDateTime at) {}

    public boolean waitsForOperator() {
        return closedAt == null && (status.equals("failed") || status.equals("unknown"));
    }

    public boolean isUnknown() {
        return closedAt == null && status.equals("unknown");
    }
}
