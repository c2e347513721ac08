package dev.once.faults;

import java.util.concurrent.locks.LockSupport;

/**
 * Waits for a moment, never shorter, and hardly longer. A parked thread wakes late, by some 60 microseconds on an idle
 * machine; this one learns the least it is late by, asks to be woken that much earlier, and spins for what is left. For one
 * thread.
 */
final class Pacer {

    private static final long MOST_NANOS = 100_000;

    private long lateness;

    void holdUntil(long due) {
        long left = due - System.nanoTime();
        if (left > lateness) {
            LockSupport.parkNanos(left - lateness);
            learn(System.nanoTime() - (due - lateness));
        }
        while (System.nanoTime() - due < 0) {
            Thread.onSpinWait();
        }
    }

    /** Down at once, up slowly: a busy machine is no reason to spin. */
    private void learn(long late) {
        lateness = late < lateness
                ? Math.max(0, late)
                : Math.min(MOST_NANOS, lateness + Math.max(1, (late - lateness) / 32));
    }
}
