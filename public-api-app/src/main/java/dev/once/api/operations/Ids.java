package dev.once.api.operations;

import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/** Ids in addresses: what is no id names nothing. */
final class Ids {

    private static final Pattern CANONICAL =
            Pattern.compile("[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}");

    private Ids() {}

    static Optional<UUID> of(String text) {
        return CANONICAL.matcher(text).matches() ? Optional.of(UUID.fromString(text)) : Optional.empty();
    }
}
