package dev.once.faults;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The faults of a {@link CuttingProxy} at this moment. */
final class Weather {

    volatile boolean refusing;
    volatile boolean duplicating;
    volatile long toServerNanos;
    volatile long toClientNanos;
    volatile @Nullable Chance chance;
    final Trap requests = new Trap();
    final Trap answers = new Trap();
    private boolean silent;

    void clear() {
        refusing = false;
        duplicating = false;
        toServerNanos = 0;
        toClientNanos = 0;
        chance = null;
        requests.disarm();
        answers.disarm();
        silence(false);
    }

    synchronized void silence(boolean silent) {
        this.silent = silent;
        notifyAll();
    }

    /** A wire that was cut must not wait for better weather. */
    synchronized void wake() {
        notifyAll();
    }

    /** Waits while the network is silent; false if the wire was cut meanwhile, so that nothing may go through it any more. */
    synchronized boolean awaitSound(Wire wire) throws InterruptedException {
        while (silent && !wire.isCut()) {
            wait();
        }
        return !wire.isCut();
    }

    boolean refuses(long connection) {
        var random = chance;
        return refusing || (random != null && random.refuses(connection));
    }

    boolean loses(boolean request, byte[] bytes, long connection, long flight) {
        var random = chance;
        return (request ? requests : answers).springs(bytes)
                || (random != null && random.loses(request, connection, flight));
    }

    boolean mayDouble() {
        var random = chance;
        return duplicating || (random != null && random.faults().doubled() > 0);
    }

    boolean doubles(long connection, long flight) {
        var random = chance;
        return duplicating || (random != null && random.doubles(connection, flight));
    }

    long delayNanos(boolean request, long connection, long flight) {
        var random = chance;
        return (request ? toServerNanos : toClientNanos)
                + (random == null ? 0 : random.delayNanos(request, connection, flight));
    }

    /** Catches one chunk, once. */
    static final class Trap {

        private record Bait(Predicate<byte[]> which, CompletableFuture<byte[]> caught) {}

        private final AtomicReference<@Nullable Bait> bait = new AtomicReference<>();

        CompletableFuture<byte[]> set(Predicate<byte[]> which) {
            var set = new Bait(which, new CompletableFuture<>());
            bait.set(set);
            return set.caught();
        }

        void disarm() {
            bait.set(null);
        }

        boolean springs(byte[] bytes) {
            var set = bait.get();
            if (set != null && set.which().test(bytes) && bait.compareAndSet(set, null)) {
                set.caught().complete(bytes);
                return true;
            }
            return false;
        }
    }
}
