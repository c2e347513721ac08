package dev.once.faults;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Callers that start together: every one is a thread of its own and waits on one barrier, so that they really meet,
 * however few cores there are.
 */
public final class Hammer {

    /** What one blow does; {@code i} counts all blows from 0. */
    @FunctionalInterface
    public interface Blow<T> {
        T land(int i) throws Exception;
    }

    private final int callers;
    private final int each;
    private final Duration deadline;

    private Hammer(int callers, int each, Duration deadline) {
        if (callers < 1 || each < 1) {
            throw new IllegalArgumentException("A hammer needs at least one caller and one blow each.");
        }
        this.callers = callers;
        this.each = each;
        this.deadline = deadline;
    }

    /** That many callers, one blow each, all answered within 30 seconds. */
    public static Hammer of(int callers) {
        return new Hammer(callers, 1, Duration.ofSeconds(30));
    }

    /** Every caller strikes that often, one blow after the other. */
    public Hammer each(int blows) {
        return new Hammer(callers, blows, deadline);
    }

    /** All callers must have their answers by then. */
    public Hammer within(Duration deadline) {
        return new Hammer(callers, each, deadline);
    }

    /** Strikes, and returns when every caller has an answer or an exception. */
    public <T> Blows<T> strike(Blow<T> blow) {
        AtomicReferenceArray<@Nullable Landed<T>> landed = new AtomicReferenceArray<>(callers * each);
        var barrier = new CyclicBarrier(callers);
        var done = new CountDownLatch(callers);
        var threads = new ArrayList<Thread>(callers);
        for (int i = 0; i < callers; i++) {
            int caller = i;
            var thread = new Thread(
                    () -> {
                        try {
                            barrier.await();
                            for (int round = 0; round < each; round++) {
                                int number = round * callers + caller;
                                landed.set(number, land(blow, number));
                            }
                        } catch (Exception stopped) {
                            // The deadline has passed; strike() says so.
                        } finally {
                            done.countDown();
                        }
                    },
                    "hammer-" + i);
            thread.setDaemon(true);
            threads.add(thread);
        }
        threads.forEach(Thread::start);
        await(done, threads);
        var all = new ArrayList<Landed<T>>(callers * each);
        for (int i = 0; i < landed.length(); i++) {
            var one = landed.get(i);
            if (one != null) {
                all.add(one);
            }
        }
        return new Blows<>(all);
    }

    private static <T> Landed<T> land(Blow<T> blow, int i) {
        long start = System.nanoTime();
        try {
            T value = Objects.requireNonNull(blow.land(i), "A blow must answer something.");
            return new Landed<>(i, value, null, Duration.ofNanos(System.nanoTime() - start));
        } catch (Throwable failure) {
            return new Landed<>(i, null, failure, Duration.ofNanos(System.nanoTime() - start));
        }
    }

    private void await(CountDownLatch done, List<Thread> threads) {
        try {
            if (done.await(deadline.toMillis(), TimeUnit.MILLISECONDS)) {
                return;
            }
        } catch (InterruptedException interrupted) {
            threads.forEach(Thread::interrupt);
            Thread.currentThread().interrupt();
            throw new IllegalStateException("The hammer was interrupted while its callers were at work.", interrupted);
        }
        var late =
                new AssertionError("%d of %d callers had no answer after %d ms; the cause shows where one of them is."
                        .formatted(done.getCount(), callers, deadline.toMillis()));
        threads.stream().filter(Thread::isAlive).findFirst().ifPresent(stuck -> {
            var where = new Throwable(stuck.getName() + " is here");
            where.setStackTrace(stuck.getStackTrace());
            late.initCause(where);
        });
        threads.forEach(Thread::interrupt);
        throw late;
    }
}
