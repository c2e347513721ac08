package dev.once.api.effects;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.UUID;

/** A client's customer. */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
@Schema(description = "A customer.")
public record Customer(
        UUID id,
        @Schema(example = "ada@example.com") String email,
        @Schema(example = "Ada Lovelace") String name,
        Instant createdAt) {}
