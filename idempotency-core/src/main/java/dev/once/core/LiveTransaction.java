package dev.once.core;

import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What the three kinds of {@link Write} share: a transaction that is open, on this thread, and then is not. */
final class LiveTransaction {

    private static final String OUTBOX =
            """
            insert into once.outbox (id, topic, payload, scope, idempotency_key)
            values (:id, :topic, cast(:payload as jsonb), :scope, :key)
            """;

    private final JdbcClient client;
    private final Thread owner = Thread.currentThread();
    private boolean open = true;

    LiveTransaction(JdbcClient client) {
        this.client = client;
    }

    JdbcClient.StatementSpec sql(String sql) {
        requireOpenHere();
        return client.sql(sql);
    }

    UUID outbox(UUID id, String topic, String payload, @Nullable Attempt attempt) {
        sql(OUTBOX)
                .param("id", id)
                .param("topic", topic)
                .param("payload", payload)
                .param("scope", attempt == null ? null : attempt.scope().value())
                .param("key", attempt == null ? null : attempt.key().value())
                .update();
        return id;
    }

    <T> T orRollBack(Supplier<T> part) {
        sql("savepoint once_part").update();
        try {
            return part.get();
        } catch (RuntimeException | Error e) {
            sql("rollback to savepoint once_part").update();
            throw e;
        }
    }

    void close() {
        open = false;
    }

    private void requireOpenHere() {
        if (!open) {
            throw new IllegalStateException(
                    "This Write is dead: its transaction has ended. Use it inside the work it was handed to, and keep it nowhere.");
        }
        if (Thread.currentThread() != owner) {
            throw new IllegalStateException("This Write belongs to thread '" + owner.getName()
                    + "': the work must stay on the thread that it was started on.");
        }
    }
}
