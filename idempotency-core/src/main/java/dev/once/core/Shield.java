package dev.once.core;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * In this JVM one caller per key goes to the database; a bounded number of others wait here, holding no connection. Only a
 * shield: it never answers for the database, it only says whose turn it is to ask.
 */
final class Shield {

    enum Turn {
        /** Nobody else of this JVM is at this key: run the protocol, then {@link #leave}. */
        LEAD,
        /** Whoever led has found or written the key's row: read it. */
        READ,
        /** Too long, or too many. */
        GIVE_UP
    }

    private record Id(String scope, String key) {}

    private static final class Leader {
        final CountDownLatch ended = new CountDownLatch(1);
        final AtomicInteger followers = new AtomicInteger();
        volatile boolean settled;
    }

    private final ConcurrentHashMap<Id, Leader> leaders = new ConcurrentHashMap<>();
    private final AtomicInteger waiting = new AtomicInteger();
    private final int mostPerKey;
    private final int mostInAll;

    Shield(int mostPerKey, int mostInAll) {
        this.mostPerKey = mostPerKey;
        this.mostInAll = mostInAll;
    }

    Turn enter(Attempt attempt, Deadline deadline) {
        Leader mine = new Leader();
        while (true) {
            Leader other = leaders.putIfAbsent(id(attempt), mine);
            if (other == null) {
                return Turn.LEAD;
            }
            if (!waitFor(other, deadline)) {
                return Turn.GIVE_UP;
            }
            if (other.settled) {
                return Turn.READ;
            }
        }
    }

    /** Settled: the key has a row now, so all who wait may read it at once. Otherwise the next one leads. */
    void leave(Attempt attempt, boolean settled) {
        @Nullable Leader leader = leaders.remove(id(attempt));
        if (leader != null) {
            leader.settled = settled;
            leader.ended.countDown();
        }
    }

    int waiting() {
        return waiting.get();
    }

    private boolean waitFor(Leader leader, Deadline deadline) {
        boolean room = leader.followers.incrementAndGet() <= mostPerKey;
        boolean roomInAll = waiting.incrementAndGet() <= mostInAll;
        try {
            return room && roomInAll && leader.ended.await(deadline.remaining().toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            waiting.decrementAndGet();
            leader.followers.decrementAndGet();
        }
    }

    private static Id id(Attempt attempt) {
        return new Id(attempt.scope().value(), attempt.key().value());
    }
}
