package dev.once.proof;

import dev.once.core.Idempotencies;
import dev.once.core.outbox.Outbox;
import dev.once.core.outbox.OutboxHandler;
import dev.once.core.outbox.OutboxMessage;
import dev.once.core.outbox.OutboxProperties;
import dev.once.core.outbox.OutboxRelay;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The outbox of a fresh database, and as many relays on it as a test wants. */
final class OutboxLab implements AutoCloseable {

    static final String WAITING = "select count(*) from once.outbox where done_at is null and parked_at is null";
    static final String DONE = "select count(*) from once.outbox where done_at is not null";
    static final String PARKED = "select count(*) from once.outbox where parked_at is not null";

    final Lab lab = Lab.open();
    final Idempotencies instance = lab.instance();
    final Outbox outbox = new Outbox(instance.writes(), instance.reads());

    void write(String topic, int count) {
        lab.run(
                "insert into once.outbox (id, topic, payload) select once.uuidv7(), '%s', '{}' from generate_series(1, %d)"
                        .formatted(topic, count));
    }

    /** What time would do to the leases of messages that nobody is handling. */
    void endLeasesExceptOf(UUID message) {
        lab.run("update once.outbox set due_at = now() where done_at is null and id <> '%s'".formatted(message));
    }

    Running relay(OutboxProperties properties, OutboxHandler... handlers) {
        return new Running(new OutboxRelay(outbox, List.of(handlers), properties));
    }

    /** As another process would, with connections of its own. */
    Running relayElsewhere(OutboxProperties properties, OutboxHandler... handlers) {
        Idempotencies other = lab.instance();
        return new Running(new OutboxRelay(new Outbox(other.writes(), other.reads()), List.of(handlers), properties));
    }

    static OutboxProperties quick() {
        return new OutboxProperties(
                true,
                2,
                20,
                Duration.ofMillis(20),
                Duration.ofSeconds(2),
                12,
                Duration.ofMillis(10),
                Duration.ofMillis(100),
                Duration.ofDays(7),
                Set.of());
    }

    static OutboxProperties with(int workers, int batch, Duration lease, int mostAttempts) {
        return new OutboxProperties(
                true,
                workers,
                batch,
                Duration.ofMillis(20),
                lease,
                mostAttempts,
                Duration.ofMillis(5),
                Duration.ofMillis(20),
                Duration.ofDays(7),
                Set.of());
    }

    interface Handling {
        void handle(OutboxMessage message) throws Exception;
    }

    static OutboxHandler handler(String topic, Handling handling) {
        return new OutboxHandler() {
            @Override
            public String topic() {
                return topic;
            }

            @Override
            public void handle(OutboxMessage message) throws Exception {
                handling.handle(message);
            }
        };
    }

    static OutboxHandler counting(String topic, Map<UUID, Integer> handled) {
        return handler(topic, message -> handled.merge(message.id(), 1, Integer::sum));
    }

    static void await(CountDownLatch latch) {
        try {
            if (!latch.await(20, TimeUnit.SECONDS)) {
                throw new AssertionError("It did not happen within 20 seconds");
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        lab.close();
    }

    record Running(OutboxRelay relay) implements AutoCloseable {
        Running {
            relay.start();
        }

        @Override
        public void close() {
            relay.stop();
        }
    }

    /** A handler that counts what it handles and is held in the first message until it is let go. */
    static final class HeldHandler implements OutboxHandler {

        final Map<UUID, Integer> handled = new ConcurrentHashMap<>();
        private final String topic;
        private final CountDownLatch started = new CountDownLatch(1);
        private final CountDownLatch letGo = new CountDownLatch(1);

        HeldHandler(String topic) {
            this.topic = topic;
        }

        @Override
        public String topic() {
            return topic;
        }

        @Override
        public void handle(OutboxMessage message) throws InterruptedException {
            handled.merge(message.id(), 1, Integer::sum);
            started.countDown();
            letGo.await();
        }

        /** The message it is held in. */
        UUID awaitStart() {
            await(started);
            return handled.keySet().iterator().next();
        }

        void letGo() {
            letGo.countDown();
        }
    }
}
