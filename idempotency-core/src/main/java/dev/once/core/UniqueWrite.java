package dev.once.core;

import dev.once.core.support.Uuids;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/** A {@link Write} because a natural unique constraint decides: write with {@code insert .. on conflict do nothing}. */
public final class UniqueWrite implements Write {

    private final LiveTransaction transaction;
    private final @Nullable Attempt attempt;

    UniqueWrite(LiveTransaction transaction, @Nullable Attempt attempt) {
        this.transaction = transaction;
        this.attempt = attempt;
    }

    @Override
    public JdbcClient.StatementSpec sql(String sql) {
        return transaction.sql(sql);
    }

    /** Leaves a consequence for after the commit. Only for the row that was really inserted. */
    public UUID outbox(String topic, String payload) {
        return outbox(Uuids.next(), topic, payload);
    }

    public UUID outbox(UUID id, String topic, String payload) {
        return transaction.outbox(id, topic, payload, attempt);
    }
}
