package dev.once.core;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Writes that need no key: a natural unique constraint decides, or repeating them is harmless. */
public final class Writes {

    private static final String BEGIN =
            """
            begin isolation level read committed read write;
            set local lock_timeout = 3000""";

    private static final int TRIES = 5;

    private final Transactions transactions;
    private final JdbcClient client;

    Writes(DataSource dataSource) {
        this.transactions = new Transactions(dataSource);
        this.client = JdbcClient.create(dataSource);
    }

    /**
     * Inserts with {@code on conflict do nothing}, or finds what is there. The insert's empty answer means that another
     * row has the name.
     */
    public <T> Created<T> unique(Function<UniqueWrite, Optional<T>> insert, Supplier<Optional<T>> existing) {
        for (int attempt = 1; attempt <= TRIES; attempt++) {
            Optional<T> made = inTransaction(live -> insert.apply(new UniqueWrite(live, null)));
            if (made.isPresent()) {
                return new Created<>(made.get(), true);
            }
            Optional<T> found = existing.get();
            if (found.isPresent()) {
                return new Created<>(found.get(), false);
            }
        }
        throw new IllegalStateException(
                "The row was there for the insert and gone for the read, five times: do both look for the same one?");
    }

    /** Does what lands in the same place however often it is done. */
    public <T> T repeatable(Function<RepeatableWrite, T> work) {
        return inTransaction(live -> work.apply(new RepeatableWrite(live)));
    }

    Transactions transactions() {
        return transactions;
    }

    LiveTransaction live() {
        return new LiveTransaction(client);
    }

    private <T> T inTransaction(Function<LiveTransaction, T> work) {
        return transactions.run(connection -> {
            execute(connection, BEGIN);
            LiveTransaction live = live();
            try {
                return new Transactions.Ending<>(work.apply(live), last -> execute(last, LedgerSql.COMMIT));
            } finally {
                live.close();
            }
        });
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.execute();
        }
    }
}
