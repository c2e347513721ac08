package dev.once.showcase.lab;

import dev.once.core.MalformedKeyException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Workers of a service behind HTTP: their work takes a moment, and a kill ends everybody who is in the middle of it. */
public final class Workers {

    /** Between looking and writing real code does something, too. */
    private static final Duration BETWEEN_LOOK_AND_WORK = Duration.ofMillis(50);

    /** What the sender asks for. */
    public enum Manner {
        PLAIN(Duration.ZERO),
        /** Long enough to be killed. */
        SLOW(Duration.ofSeconds(5)),
        /** Slow, and then it dies by itself. */
        DIES(Duration.ofMillis(500));

        private final Duration work;

        Manner(Duration work) {
            this.work = work;
        }
    }

    private volatile CountDownLatch killed = new CountDownLatch(1);

    public Answer handle(Variant variant, Delivery delivery, Manner manner) throws Exception {
        CountDownLatch end = killed;
        return Stage.as(0, (worker, moment, words) -> reached(moment, manner, end), () -> {
            try {
                return variant.handle(delivery);
            } catch (MalformedKeyException e) {
                return new Answer(400, "no key");
            } catch (WorkerDied e) {
                return new Answer(500, "died");
            } catch (Exception e) {
                return new Answer(500, "failed");
            }
        });
    }

    public void kill() {
        CountDownLatch old = killed;
        killed = new CountDownLatch(1);
        old.countDown();
    }

    private static void reached(Moment moment, Manner manner, CountDownLatch end) {
        if (moment == Moment.LOOKED) {
            LockSupport.parkNanos(BETWEEN_LOOK_AND_WORK.toNanos());
        }
        if (moment == Moment.WORKED && manner != Manner.PLAIN) {
            boolean killed = await(end, manner.work);
            if (killed || manner == Manner.DIES) {
                throw new WorkerDied();
            }
        }
    }

    private static boolean await(CountDownLatch end, Duration time) {
        try {
            return end.await(time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }
}
