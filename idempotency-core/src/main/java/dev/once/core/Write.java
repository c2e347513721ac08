package dev.once.core;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The permission to change the database, and the reason why doing it twice is safe. Only the core makes one, it lives as
 * long as its transaction, and a mutating method takes it as its first parameter: no write without a {@code Write}.
 */
public sealed interface Write permits Claim, UniqueWrite, RepeatableWrite {

    /** A statement on this transaction's connection. Reads inside the transaction come from here too. */
    JdbcClient.StatementSpec sql(String sql);
}
