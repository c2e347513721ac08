package dev.once.core;

import dev.once.core.support.SchemaName;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Writes that need no key: a natural unique constraint decides, or repeating them is harmless. */
public final class Writes {

    /** What a natural unique constraint left: the row, and whether this call made it. */
    public record Created<T>(T value, boolean isNew) {}

    private static final String BEGIN =
            """
            {begin};
            set local lock_timeout = 3000;
            set local once.write = open""";

    /** Fails, by a division by zero, where the transaction is not the one that began; and in an aborted transaction. */
    private static final String LAST =
            """
            select 1 / count(*) from (select 1) as begun where current_setting('once.write', true) = 'open'""";

    private static final int TRIES = 5;

    private final Transactions transactions;
    private final SchemaName schema;
    private final String begin;
    private final String commit;
    private final String outboxAndCommit;

    Writes(DataSource dataSource) {
        this(new Transactions(dataSource, Idempotencies.HostTransactions.none()), SchemaName.ONCE);
    }

    Writes(Transactions transactions, SchemaName schema) {
        this.transactions = transactions;
        this.schema = schema;
        this.begin = BEGIN.replace("{begin}", transactions.begin());
        this.commit = transactions.committing(LAST);
        this.outboxAndCommit = transactions.committing(LAST + ";\n" + schema.in(OutboxEntry.INSERT));
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

    /** Whether the work of a claim, or of another write through the core, is running on this thread. */
    public static boolean isWorkRunning() {
        return RunningWork.isRunning();
    }

    /** Where the core's own tables are. */
    public SchemaName schema() {
        return schema;
    }

    Transactions transactions() {
        return transactions;
    }

    private <T> T inTransaction(Function<LiveTransaction, T> work) {
        return transactions.run(Deadline.none(), (transaction, deadline) -> {
            execute(transaction.connection(), begin, null);
            try (LiveTransaction live = new LiveTransaction(transaction, schema)) {
                T result = work.apply(live);
                OutboxEntry message = live.unsent();
                return new Transactions.Ending<>(
                        result, last -> execute(last, message == null ? commit : outboxAndCommit, message));
            }
        });
    }

    private static void execute(Connection connection, String sql, @Nullable OutboxEntry message) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            if (message != null) {
                message.bind(statement);
            }
            statement.execute();
            SqlErrors.refuseWarnings(statement.getWarnings());
        }
    }
}
