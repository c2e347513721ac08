package dev.once.core.outbox;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The threads of a relay from one start to the next stop. Nothing that a handler or the database does ends them. */
final class OutboxWorkers {

    private static final Logger LOG = LoggerFactory.getLogger(OutboxRelay.class);
    private static final Duration REST_AFTER_TROUBLE = Duration.ofSeconds(1);
    private static final Duration LONGEST_STOP = Duration.ofSeconds(15);
    private static final Duration BETWEEN_REPORTS = Duration.ofHours(1);

    private final Outbox outbox;
    private final Map<String, OutboxHandler> handlers;
    private final OutboxProperties properties;
    private final Set<OutboxLease> handling = ConcurrentHashMap.newKeySet();
    private final Lock looking = new ReentrantLock();
    private final CountDownLatch stopping = new CountDownLatch(1);
    private final List<Thread> workers;
    private final ScheduledExecutorService timer;

    OutboxWorkers(Outbox outbox, Map<String, OutboxHandler> handlers, OutboxProperties properties) {
        this.outbox = outbox;
        this.handlers = handlers;
        this.properties = properties;
        this.workers = IntStream.range(0, handlers.isEmpty() ? 0 : properties.workers())
                .mapToObj(i -> daemon("outbox-relay", this::work))
                .toList();
        // Two, since a count of what waits may take long and the renewals must not wait for it.
        this.timer = Executors.newScheduledThreadPool(2, task -> daemon("outbox-timer", task));
    }

    void start() {
        workers.forEach(Thread::start);
        repeat(
                this::renewLeases,
                properties.lease().dividedBy(3),
                properties.lease().dividedBy(3));
        repeat(this::reportUnhandled, Duration.ZERO, BETWEEN_REPORTS);
    }

    void stop() {
        stopping.countDown();
        try {
            long deadline = System.nanoTime() + LONGEST_STOP.toNanos();
            for (Thread worker : workers) {
                TimeUnit.NANOSECONDS.timedJoin(worker, deadline - System.nanoTime());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (workers.stream().anyMatch(Thread::isAlive)) {
            LOG.warn("{} messages are still being handled; their leases end by themselves", handling.size());
            workers.forEach(Thread::interrupt);
        }
        timer.shutdownNow();
    }

    private void work() {
        while (!isStopping()) {
            try {
                nextBatch().forEach(this::relay);
            } catch (Throwable e) {
                warn("The outbox cannot be relayed now", e);
                rest(REST_AFTER_TROUBLE);
            }
        }
    }

    /** One worker looks at a time: where it finds nothing, the others would find nothing either. */
    private List<OutboxLease> nextBatch() {
        looking.lock();
        try {
            List<OutboxLease> batch = List.of();
            while (batch.isEmpty() && !isStopping()) {
                batch = outbox.lease(handlers.keySet(), properties.batch(), properties.lease());
                if (batch.isEmpty()) {
                    rest(properties.poll());
                }
            }
            return batch;
        } finally {
            looking.unlock();
        }
    }

    private void relay(OutboxLease lease) {
        if (isStopping()) {
            outbox.giveBack(lease);
        } else if (lease.message().attempts() >= properties.mostAttempts()) {
            // Its last handler did not even fail: the process died of it, or was killed.
            park(lease, "The last attempt never ended");
        } else {
            outbox.start(lease, properties.lease()).ifPresent(this::handle);
        }
    }

    private void handle(OutboxLease lease) {
        OutboxMessage message = lease.message();
        OutboxHandler handler = Objects.requireNonNull(handlers.get(message.topic()));
        Throwable failure = null;
        clearInterrupt();
        handling.add(lease);
        try {
            handler.handle(message);
        } catch (Throwable e) {
            failure = e;
        }
        handling.remove(lease);
        clearInterrupt();
        if (failure == null) {
            outbox.done(message);
        } else {
            failed(lease, failure);
        }
    }

    private void failed(OutboxLease lease, Throwable failure) {
        OutboxMessage message = lease.message();
        String error = inOneLine(failure);
        LOG.warn(
                "Outbox message {} of topic {} failed, attempt {} of {}: {}",
                message.id(),
                message.topic(),
                message.attempts(),
                properties.mostAttempts(),
                error);
        LOG.debug("Outbox message {} failed", message.id(), failure);
        if (message.attempts() >= properties.mostAttempts()) {
            park(lease, error);
        } else {
            outbox.later(lease, backoff(message.attempts()), error);
        }
    }

    private void park(OutboxLease lease, String error) {
        OutboxMessage message = lease.message();
        if (outbox.park(lease, error)) {
            LOG.error(
                    "Parked outbox message {} of topic {} after {} attempts: {}",
                    message.id(),
                    message.topic(),
                    message.attempts(),
                    error);
        }
    }

    /** Doubles, and half of it is chance, so that what failed together does not come back together. */
    private Duration backoff(int attempts) {
        long most = properties.longestBackoff().toMillis();
        long whole = Math.min(most, properties.firstBackoff().toMillis() << Math.min(attempts - 1, 20));
        return Duration.ofMillis(whole / 2 + ThreadLocalRandom.current().nextLong(whole / 2 + 1));
    }

    /** Only what is being handled: what waits behind a slow message is free for others when its lease ends. */
    private void renewLeases() {
        for (OutboxLease lease : handling) {
            try {
                outbox.renew(lease, properties.lease());
            } catch (Throwable e) {
                warn("The lease of an outbox message cannot be renewed now", e);
            }
        }
    }

    private void reportUnhandled() {
        String unhandled = outbox.waiting().stream()
                .filter(waiting -> !handlers.containsKey(waiting.topic()))
                .map(waiting -> "%d of %s, the oldest for %.0f s"
                        .formatted(waiting.messages(), waiting.topic(), waiting.oldestSeconds()))
                .collect(Collectors.joining("; "));
        if (!unhandled.isEmpty()) {
            LOG.warn("There is no handler in this process for messages that wait in the outbox: {}", unhandled);
        }
    }

    private void repeat(Runnable task, Duration first, Duration every) {
        Runnable careful = () -> {
            try {
                task.run();
            } catch (Throwable e) {
                warn("The outbox cannot be looked after now", e);
            }
        };
        timer.scheduleWithFixedDelay(careful, first.toMillis(), every.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void rest(Duration time) {
        try {
            stopping.await(time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            // Only stop() ends a worker, and it says so otherwise.
        }
    }

    private boolean isStopping() {
        return stopping.getCount() == 0;
    }

    /** A handler's interrupt is no concern of the next message; ours, at the end of a stop, is kept. */
    private void clearInterrupt() {
        if (!isStopping()) {
            Thread.interrupted();
        }
    }

    private static void warn(String what, Throwable e) {
        try {
            LOG.warn("{}: {}", what, inOneLine(e));
        } catch (Throwable tooMuch) {
            // Not even memory for a line of the log. The next round may have some.
        }
    }

    /** An error may hold anything; PostgreSQL's text holds no NUL, and a line of the log no line break. */
    private static String inOneLine(Throwable e) {
        String text = e.getClass().getSimpleName() + ": " + e.getMessage();
        return text.replaceAll("\\s+", " ").replaceAll("\\p{Cntrl}", "");
    }

    private static Thread daemon(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }
}
