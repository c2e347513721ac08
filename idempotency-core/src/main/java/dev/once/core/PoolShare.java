package dev.once.core;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** One scope takes at most its share of the connections, so that one tenant's storm leaves some for the others. */
final class PoolShare {

    private static final class Seats {
        final Semaphore free;
        int users;

        Seats(int share) {
            this.free = new Semaphore(share);
        }
    }

    private final ConcurrentHashMap<String, Seats> scopes = new ConcurrentHashMap<>();
    private final int share;

    PoolShare(int share) {
        this.share = share;
    }

    <T> T use(Scope scope, Deadline deadline, Supplier<T> work) {
        Seats seats = come(scope.value());
        try {
            if (!seats.free.tryAcquire(deadline.remaining().toNanos(), TimeUnit.NANOSECONDS)) {
                throw new ScopeBusyException();
            }
            try {
                return work.get();
            } finally {
                seats.free.release();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ScopeBusyException();
        } finally {
            go(scope.value());
        }
    }

    /** The largest part of its share that any scope uses now, from 0 to 1. */
    double mostUsed() {
        int leastFree = scopes.values().stream()
                .mapToInt(seats -> seats.free.availablePermits())
                .min()
                .orElse(share);
        return (double) (share - leastFree) / share;
    }

    private Seats come(String scope) {
        return scopes.compute(scope, (name, known) -> {
            Seats seats = known == null ? new Seats(share) : known;
            seats.users++;
            return seats;
        });
    }

    /** A scope that nobody uses is forgotten: there may be as many scopes as there are runs. */
    private void go(String scope) {
        scopes.computeIfPresent(scope, (name, seats) -> --seats.users == 0 ? null : seats);
    }
}
