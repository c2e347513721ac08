package dev.once.core;

import java.util.Locale;

/** How an attempt ended, in one word for logs and metrics. */
enum Disposition {
    CLAIMED,
    REPLAYED,
    IN_FLIGHT,
    KEY_REUSED,
    FAILED;

    final String word = name().toLowerCase(Locale.ROOT);

    static Disposition of(Outcome<?> outcome) {
        return outcome.fold(first -> CLAIMED, replay -> REPLAYED, wait -> IN_FLIGHT, () -> KEY_REUSED);
    }
}
