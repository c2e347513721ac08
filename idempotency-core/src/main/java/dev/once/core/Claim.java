package dev.once.core;

import dev.once.core.support.Uuids;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/** A {@link Write} because an explicit key was claimed: only one attempt in the world holds it. */
public final class Claim implements Write {

    private final LiveTransaction transaction;
    private final Attempt attempt;
    private final @Nullable Instant expiresAt;

    Claim(LiveTransaction transaction, Attempt attempt, @Nullable Instant expiresAt) {
        this.transaction = transaction;
        this.attempt = attempt;
        this.expiresAt = expiresAt;
    }

    public Attempt attempt() {
        return attempt;
    }

    /** When the key is new again, by the database's clock; empty where the ledger has no column for it. */
    public Optional<Instant> expiresAt() {
        return Optional.ofNullable(expiresAt);
    }

    @Override
    public JdbcClient.StatementSpec sql(String sql) {
        return transaction.sql(sql);
    }

    /** Leaves a consequence for after the commit: mail, calls and queues never belong inside a claim. */
    public UUID outbox(String topic, String payload) {
        return outbox(Uuids.next(), topic, payload);
    }

    public UUID outbox(UUID id, String topic, String payload) {
        return transaction.outbox(id, topic, payload, attempt);
    }

    /** Runs a part of the work that may fail without failing the rest: on an exception, only its own writes are undone. */
    public <T> T orRollBack(Supplier<T> part) {
        return transaction.orRollBack(part);
    }

    /** For a part of the same work that a natural unique constraint protects. */
    public UniqueWrite unique() {
        return new UniqueWrite(transaction, attempt);
    }

    /** For a part of the same work that lands in the same place however often it is done. */
    public RepeatableWrite repeatable() {
        return new RepeatableWrite(transaction);
    }
}
