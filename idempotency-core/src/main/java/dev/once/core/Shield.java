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
        final Thread thread = Thread.currentThread();
        final @Nullable Object joined;
        volatile boolean settled;
        boolean worked;

        Leader(@Nullable Object joined) {
            this.joined = joined;
        }

        /** Nobody waits for himself: in the leader's own transaction the row can be read, anywhere else it cannot. */
        Turn turnOfItsOwnThread(@Nullable Object transaction) {
            return worked && joined != null && joined == transaction ? Turn.READ : Turn.GIVE_UP;
        }
    }

    private final ConcurrentHashMap<Id, Leader> leaders = new ConcurrentHashMap<>();
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicInteger waitingWithConnection = new AtomicInteger();
    private final int mostPerKey;
    private final int mostInAll;
    private final int mostWithConnection;

    Shield(int mostPerKey, int mostInAll, int mostWithConnection) {
        this.mostPerKey = mostPerKey;
        this.mostInAll = mostInAll;
        this.mostWithConnection = mostWithConnection;
    }

    /** @param joined the transaction of the caller that the attempt joins, whose connection waits along; or null */
    Turn enter(Attempt attempt, Deadline deadline, @Nullable Object joined) {
        Leader mine = new Leader(joined);
        while (true) {
            Leader other = leaders.putIfAbsent(id(attempt), mine);
            if (other == null) {
                return Turn.LEAD;
            }
            if (other.thread == Thread.currentThread()) {
                return other.turnOfItsOwnThread(joined);
            }
            if (!(joined == null ? waitFor(other, deadline) : waitWithConnection(other, deadline))) {
                return Turn.GIVE_UP;
            }
            if (other.settled) {
                return Turn.READ;
            }
        }
    }

    /** The work is done and waits for its caller's commit: from now on the same transaction may read it. */
    void workIsDone(Attempt attempt) {
        Leader leader = leaders.get(id(attempt));
        if (leader != null) {
            leader.worked = true;
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

    private boolean waitWithConnection(Leader leader, Deadline deadline) {
        try {
            return waitingWithConnection.incrementAndGet() <= mostWithConnection && waitFor(leader, deadline);
        } finally {
            waitingWithConnection.decrementAndGet();
        }
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
