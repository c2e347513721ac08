package dev.once.core;

import java.math.BigDecimal;
import java.time.Duration;

/** Durations as PostgreSQL reads them: in seconds, since before 15 a month of milliseconds is out of its range. */
public final class Intervals {

    public static String of(Duration duration) {
        return BigDecimal.valueOf(duration.toMillis(), 3).toPlainString() + " seconds";
    }

    private Intervals() {}
}
