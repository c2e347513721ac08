package dev.once.faults;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Looks again until an assertion holds, for things that announce themselves to nobody. */
final class Eventually {

    private Eventually() {}

    static void holds(Duration deadline, Runnable assertion) {
        long end = System.nanoTime() + deadline.toNanos();
        while (true) {
            try {
                assertion.run();
                return;
            } catch (AssertionError notYet) {
                if (System.nanoTime() > end) {
                    throw notYet;
                }
                LockSupport.parkNanos(5_000_000);
            }
        }
    }
}
