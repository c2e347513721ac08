package dev.once.api.effects;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.UUID;

/** A client's customer. */
@Schema(description = "A customer.")
public record Customer(
        UUID id,
        @Schema(example = "ada@example.com") String email,
        @Schema(example = "Ada Lovelace") String name,
        Instant createdAt) {}
