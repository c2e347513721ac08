package dev.once.core.outbox;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Hands committed messages to their handlers: lease in a short transaction, handle outside any, mark after. A crash at any
 * point means that a message is relayed again, so a handler's own work must be idempotent by the message's id.
 */
public final class OutboxRelay implements SmartLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(OutboxRelay.class);
    private static final Duration REST_AFTER_TROUBLE = Duration.ofSeconds(1);
    private static final Duration LONGEST_STOP = Duration.ofSeconds(15);

    private final Outbox outbox;
    private final Map<String, OutboxHandler> handlers;
    private final OutboxProperties properties;
    private final Set<OutboxMessage> held = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean running = new AtomicBoolean();
    private final Semaphore stopping = new Semaphore(0);
    private ExecutorService workers = Executors.newSingleThreadExecutor();
    private ScheduledExecutorService renewals = Executors.newSingleThreadScheduledExecutor();

    public OutboxRelay(Outbox outbox, List<OutboxHandler> handlers, OutboxProperties properties) {
        this.outbox = outbox;
        this.handlers = handlers.stream().collect(Collectors.toMap(OutboxHandler::topic, Function.identity()));
        this.properties = properties;
    }

    public Set<String> topics() {
        return handlers.keySet();
    }

    @Override
    public void start() {
        if (handlers.isEmpty() || !properties.enabled() || !running.compareAndSet(false, true)) {
            return;
        }
        stopping.drainPermits();
        workers = Executors.newFixedThreadPool(properties.workers(), named("outbox-relay"));
        renewals = Executors.newSingleThreadScheduledExecutor(named("outbox-lease"));
        for (int i = 0; i < properties.workers(); i++) {
            workers.execute(this::relay);
        }
        long third = properties.lease().toMillis() / 3;
        renewals.scheduleWithFixedDelay(this::renewHeld, third, third, TimeUnit.MILLISECONDS);
        LOG.info("Relaying the outbox topics {}", topics());
    }

    /** Finishes the message at hand, gives the leased rest back, and leaves. */
    @Override
    public void stop() {
        if (!running.compareAndSet(true, false)) {
            return;
        }
        stopping.release(properties.workers());
        workers.shutdown();
        try {
            if (!workers.awaitTermination(LONGEST_STOP.toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.warn("{} messages are still being handled; their leases end by themselves", held.size());
                workers.shutdownNow();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        renewals.shutdownNow();
    }

    @Override
    public boolean isRunning() {
        return running.get();
    }

    private void relay() {
        while (running.get()) {
            try {
                if (relayBatch() == 0) {
                    rest(properties.poll());
                }
            } catch (RuntimeException e) {
                LOG.warn("The outbox cannot be relayed now: {}", String.valueOf(e.getMessage()));
                rest(REST_AFTER_TROUBLE);
            }
        }
    }

    private int relayBatch() {
        List<OutboxMessage> batch = outbox.lease(topics(), properties.batch(), properties.lease());
        held.addAll(batch);
        try {
            for (OutboxMessage message : batch) {
                if (running.get()) {
                    relay(message);
                } else {
                    outbox.giveBack(message);
                }
                held.remove(message);
            }
        } finally {
            batch.forEach(held::remove);
        }
        return batch.size();
    }

    private void relay(OutboxMessage message) {
        OutboxHandler handler = handlers.get(message.topic());
        if (handler == null) {
            return;
        }
        try {
            handler.handle(message);
        } catch (Exception e) {
            failed(message, e);
            return;
        }
        outbox.done(message);
    }

    private void failed(OutboxMessage message, Exception e) {
        String error = e.getClass().getSimpleName() + ": " + e.getMessage();
        if (e instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
        if (message.attempts() >= properties.mostAttempts()) {
            outbox.park(message, error);
            LOG.error(
                    "Parked outbox message {} of topic {} after {} attempts: {}",
                    message.id(),
                    message.topic(),
                    message.attempts(),
                    e.getClass().getSimpleName());
        } else {
            outbox.later(message, backoff(message.attempts()), error);
        }
    }

    /** Doubles, and half of it is chance, so that what failed together does not come back together. */
    private Duration backoff(int attempts) {
        long most = properties.longestBackoff().toMillis();
        long whole = Math.min(most, properties.firstBackoff().toMillis() << Math.min(attempts - 1, 20));
        return Duration.ofMillis(whole / 2 + ThreadLocalRandom.current().nextLong(whole / 2 + 1));
    }

    private void renewHeld() {
        for (OutboxMessage message : held) {
            try {
                outbox.renew(message, properties.lease());
            } catch (RuntimeException e) {
                LOG.warn("The lease of outbox message {} could not be renewed", message.id());
            }
        }
    }

    private void rest(Duration time) {
        try {
            if (stopping.tryAcquire(time.toMillis(), TimeUnit.MILLISECONDS)) {
                stopping.release();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static java.util.concurrent.ThreadFactory named(String name) {
        return task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        };
    }
}
