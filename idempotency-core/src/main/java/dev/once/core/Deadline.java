package dev.once.core;

import java.time.Duration;

/** One moment by which an attempt must know how it ended, whatever it is waiting for. */
record Deadline(long nanos) {

    static Deadline in(Duration wait) {
        return new Deadline(System.nanoTime() + wait.toNanos());
    }

    Duration remaining() {
        return Duration.ofNanos(Math.max(0, nanos - System.nanoTime()));
    }

    boolean passed() {
        return nanos - System.nanoTime() <= 0;
    }
}
