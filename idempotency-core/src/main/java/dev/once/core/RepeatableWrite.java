package dev.once.core;

import org.springframework.jdbc.core.simple.JdbcClient;

/** A {@link Write} because repeating it lands in the same place: rename, set, delete. It has no outbox on purpose. */
public final class RepeatableWrite implements Write {

    private final LiveTransaction transaction;

    RepeatableWrite(LiveTransaction transaction) {
        this.transaction = transaction;
    }

    @Override
    public JdbcClient.StatementSpec sql(String sql) {
        return transaction.sql(sql);
    }
}
