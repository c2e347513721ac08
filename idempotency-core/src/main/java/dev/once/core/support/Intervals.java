package dev.once.core.support;

import java.math.BigDecimal;
import java.time.Duration;

/** Durations as PostgreSQL reads them: in seconds, to the millisecond. */
public final class Intervals {

    public static String of(Duration duration) {
        return BigDecimal.valueOf(duration.toMillis(), 3).toPlainString() + " seconds";
    }

    private Intervals() {}
}
