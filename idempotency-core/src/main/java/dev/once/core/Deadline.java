package dev.once.core;

import java.time.Duration;

/** One moment by which an attempt must have begun its work or know why not, whatever it is waiting for. */
record Deadline(Duration whole, long nanos) {

    static Deadline in(Duration wait) {
        return new Deadline(wait, System.nanoTime() + wait.toNanos());
    }

    static Deadline none() {
        return in(Duration.ofDays(1));
    }

    /** For work that had begun and runs again: its time was its own, and no part of the wait. */
    Deadline again() {
        return in(whole);
    }

    Duration remaining() {
        return Duration.ofNanos(Math.max(0, nanos - System.nanoTime()));
    }

    boolean isOver() {
        return remaining().isZero();
    }
}
