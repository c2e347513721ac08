package dev.once.webhooks.provenance;

import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;

/** A signed time bounds how long a captured delivery can be replayed at all; the ledger takes care of the rest. */
final class Timestamps {

    static final Duration TOLERANCE = Duration.ofSeconds(300);

    private Timestamps() {}

    static OptionalLong seconds(String text) {
        try {
            long seconds = Long.parseLong(text);
            return seconds > 0 ? OptionalLong.of(seconds) : OptionalLong.empty();
        } catch (NumberFormatException e) {
            return OptionalLong.empty();
        }
    }

    /** Either way: a time in the future would extend a captured delivery's life. */
    static boolean isFresh(OptionalLong signed, Instant now) {
        if (signed.isEmpty()) {
            return false;
        }
        long seconds = signed.getAsLong();
        long earliest = now.getEpochSecond() - TOLERANCE.toSeconds();
        long latest = now.getEpochSecond() + TOLERANCE.toSeconds();
        return earliest <= seconds && seconds <= latest;
    }
}
