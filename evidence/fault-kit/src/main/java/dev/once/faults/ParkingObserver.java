package dev.once.faults;

import dev.once.core.Attempt;
import dev.once.core.protocol.ProtocolObserver;
import dev.once.core.protocol.ProtocolStep;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Stops attempts at named points of the protocol, so that an interleaving is tested because it was made, not because it
 * happened.
 */
public final class ParkingObserver implements ProtocolObserver, AutoCloseable {

    private final List<Spot> spots = new CopyOnWriteArrayList<>();

    /** The next attempt that gets there and matches is stopped; those after it pass. */
    public Spot parkAt(ProtocolStep step, Predicate<Attempt> which) {
        return add(new Spot(step, which, null));
    }

    /** The next attempt that gets there is stopped; those after it pass. */
    public Spot parkAt(ProtocolStep step) {
        return parkAt(step, attempt -> true);
    }

    /** The next attempt that gets there and matches fails there. */
    public Spot failAt(ProtocolStep step, Predicate<Attempt> which, Supplier<? extends RuntimeException> failure) {
        return add(new Spot(step, which, failure));
    }

    /** Waits until every spot has got its attempt. */
    public void awaitParked() {
        spots.forEach(Spot::awaitParked);
    }

    /** Lets all go on, and stops nobody any more. */
    public void release() {
        spots.forEach(Spot::release);
        spots.clear();
    }

    @Override
    public void close() {
        release();
    }

    @Override
    public void at(ProtocolStep step, Attempt attempt) {
        for (Spot spot : spots) {
            if (spot.takes(step, attempt)) {
                spot.hold();
                return;
            }
        }
    }

    private Spot add(Spot spot) {
        spots.add(spot);
        return spot;
    }

    /** One place to stop at, for one attempt. */
    public static final class Spot {

        private static final Duration PATIENCE = Duration.ofSeconds(20);

        /** Longer than any test waits, so that a forgotten release ends the test with a sentence. */
        private static final Duration FORGOTTEN = Duration.ofSeconds(60);

        private final ProtocolStep step;
        private final Predicate<Attempt> which;
        private final @Nullable Supplier<? extends RuntimeException> failure;
        private final AtomicBoolean free = new AtomicBoolean(true);
        private final CountDownLatch parked = new CountDownLatch(1);
        private final CountDownLatch released = new CountDownLatch(1);

        private Spot(
                ProtocolStep step, Predicate<Attempt> which, @Nullable Supplier<? extends RuntimeException> failure) {
            this.step = step;
            this.which = which;
            this.failure = failure;
        }

        /** Waits until an attempt is here. */
        public void awaitParked() {
            if (!passed(parked, PATIENCE)) {
                throw new AssertionError("No attempt came to %s within %d s.".formatted(step, PATIENCE.toSeconds()));
            }
        }

        public boolean isParked() {
            return parked.getCount() == 0 && released.getCount() > 0;
        }

        /** Lets the attempt go on; if none has come yet, none will be stopped. */
        public void release() {
            free.set(false);
            released.countDown();
        }

        private boolean takes(ProtocolStep step, Attempt attempt) {
            return step == this.step && which.test(attempt) && free.compareAndSet(true, false);
        }

        private void hold() {
            parked.countDown();
            if (failure != null) {
                throw failure.get();
            }
            if (!passed(released, FORGOTTEN)) {
                throw new IllegalStateException("An attempt was parked at %s for %d s and nobody released it."
                        .formatted(step, FORGOTTEN.toSeconds()));
            }
        }

        private static boolean passed(CountDownLatch latch, Duration deadline) {
            try {
                return latch.await(deadline.toMillis(), TimeUnit.MILLISECONDS);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("Interrupted at a named point of the protocol.", interrupted);
            }
        }
    }
}
