package dev.once.core.outbox;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Hands committed messages to their handlers: lease in a short transaction, handle outside any, mark after. A crash at any
 * point means that a message is relayed again, so a handler's own work must be idempotent by the message's id.
 */
public final class OutboxRelay implements SmartLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(OutboxRelay.class);

    private final Outbox outbox;
    private final Map<String, OutboxHandler> handlers;
    private final OutboxProperties properties;
    private final BooleanSupplier used;
    private @Nullable OutboxWorkers workers;

    public OutboxRelay(Outbox outbox, List<OutboxHandler> handlers, OutboxProperties properties) {
        this(outbox, handlers, properties, () -> true);
    }

    /** @param used whether messages may be written here; if not, and without a handler, it does not start by itself */
    public OutboxRelay(Outbox outbox, List<OutboxHandler> handlers, OutboxProperties properties, BooleanSupplier used) {
        this.outbox = outbox;
        this.handlers = handlers.stream().collect(Collectors.toMap(OutboxHandler::topic, Function.identity()));
        this.properties = properties;
        this.used = used;
    }

    public Set<String> topics() {
        return handlers.keySet();
    }

    @Override
    public boolean isAutoStartup() {
        return !handlers.isEmpty() || used.getAsBoolean();
    }

    @Override
    public synchronized void start() {
        if (workers == null && properties.enabled()) {
            if (!topics().isEmpty()) {
                LOG.info("Relaying the outbox topics {}", topics());
            }
            Set<String> unhandled = new TreeSet<>(properties.topics());
            unhandled.removeAll(topics());
            if (!unhandled.isEmpty()) {
                LOG.warn(
                        "There is no handler in this process for the outbox topics {}: their messages will wait",
                        unhandled);
            }
            workers = new OutboxWorkers(outbox, handlers, properties);
            workers.start();
        }
    }

    /** Finishes the messages that are being handled, and gives the other leased ones back. */
    @Override
    public void stop() {
        OutboxWorkers stopped;
        synchronized (this) {
            stopped = workers;
            workers = null;
        }
        if (stopped != null) {
            stopped.stop();
        }
    }

    @Override
    public synchronized boolean isRunning() {
        return workers != null;
    }
}
