package dev.once.showcase.lab;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Keeps one worker at one moment until it may go on or must die. */
final class Hold {

    private static final Duration FORGOTTEN = Duration.ofSeconds(10);

    private final Moment moment;
    private final CountDownLatch arrived = new CountDownLatch(1);
    private final CountDownLatch decided = new CountDownLatch(1);
    private volatile boolean dies;

    Hold(Moment moment) {
        this.moment = moment;
    }

    Moment moment() {
        return moment;
    }

    void letGoOn() {
        decided.countDown();
    }

    void letDie() {
        dies = true;
        decided.countDown();
    }

    /** Returns when the worker is here, or when it has ended without ever coming here. */
    void awaitArrival(Future<?> worker) {
        while (!passed(arrived, Duration.ofMillis(5)) && !worker.isDone()) {
            Thread.onSpinWait();
        }
    }

    boolean isDecided() {
        return decided.getCount() == 0;
    }

    /** Called by the worker. */
    void stay() {
        arrived.countDown();
        if (!passed(decided, FORGOTTEN)) {
            throw new IllegalStateException("A worker was held at " + moment + " and forgotten.");
        }
        if (dies) {
            throw new WorkerDied();
        }
    }

    static boolean passed(CountDownLatch latch, Duration deadline) {
        try {
            return latch.await(deadline.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted in a trial.", e);
        }
    }
}
