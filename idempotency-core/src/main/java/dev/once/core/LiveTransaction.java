package dev.once.core;

import dev.once.core.support.SchemaName;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.core.namedparam.NamedParameterUtils;
import org.springframework.jdbc.core.namedparam.ParsedSql;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.AbstractDataSource;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.util.ConcurrentLruCache;

/**
 * What the three kinds of {@link Write} share: a transaction that is open, on this thread, and then is not. Its statements run
 * on its own connection or not at all: it is the data source of its own client, is bound to the thread while the work runs, and
 * refuses everybody who comes from elsewhere, later, or with a statement that was kept.
 */
final class LiveTransaction extends AbstractDataSource implements AutoCloseable {

    private final OpenTransaction transaction;
    private final SchemaName schema;
    private final JdbcClient client = JdbcClient.create(new Statements(this));
    private final Thread owner = Thread.currentThread();
    private volatile boolean open = true;
    private @Nullable OutboxEntry unsent;

    LiveTransaction(OpenTransaction transaction, SchemaName schema) {
        this.transaction = transaction;
        this.schema = schema;
        TransactionSynchronizationManager.bindResource(this, transaction.joined());
        RunningWork.enter();
    }

    JdbcClient.StatementSpec sql(String sql) {
        requireOpenHere();
        send();
        transaction.flush();
        return client.sql(sql);
    }

    UUID outbox(UUID id, String topic, String payload, @Nullable Attempt attempt) {
        requireOpenHere();
        send();
        unsent = new OutboxEntry(id, topic, payload, attempt);
        return id;
    }

    /** The message that nothing came behind, for the commit to take along; or null. */
    @Nullable
    OutboxEntry unsent() {
        return unsent;
    }

    private void send() {
        if (unsent == null) {
            return;
        }
        OutboxEntry message = unsent;
        unsent = null;
        try (PreparedStatement statement = transaction.connection().prepareStatement(schema.in(OutboxEntry.INSERT))) {
            message.bind(statement);
            statement.execute();
        } catch (SQLException e) {
            throw SqlErrors.translate(e);
        }
    }

    /** Each part releases its savepoint at its end, so parts nest under one name and leave nothing open. */
    <T> T orRollBack(Supplier<T> part) {
        requireOpenHere();
        send();
        transaction.flush();
        execute("savepoint once_part");
        T result;
        try {
            result = part.get();
            send();
        } catch (Throwable e) {
            undo(e);
            throw e;
        }
        try {
            execute("release savepoint once_part");
        } catch (RuntimeException e) {
            undo(e);
            throw new SwallowedErrorException(e);
        }
        return result;
    }

    /** A part that cannot be undone takes the whole work with it. */
    private void undo(Throwable failure) {
        unsent = null;
        try {
            execute("rollback to savepoint once_part; release savepoint once_part");
            transaction.forget();
        } catch (RuntimeException e) {
            transaction.joined().setRollbackOnly();
            failure.addSuppressed(e);
        }
    }

    private void execute(String sql) {
        try (Statement statement = transaction.connection().createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw SqlErrors.translate(e);
        }
    }

    @Override
    public void close() {
        open = false;
        RunningWork.leave();
        TransactionSynchronizationManager.unbindResource(this);
    }

    /** Asked only by a statement that does not find this transaction on its thread. */
    @Override
    public Connection getConnection() {
        requireOpenHere();
        throw new InvalidDataAccessApiUsageException("This Write has no connection to give away.");
    }

    @Override
    public Connection getConnection(String username, String password) {
        return getConnection();
    }

    private void requireOpenHere() {
        if (!open) {
            throw new InvalidDataAccessApiUsageException(
                    "This Write is dead: its transaction has ended. Use it inside the work it was handed to, and keep it nowhere.");
        }
        if (Thread.currentThread() != owner) {
            throw new InvalidDataAccessApiUsageException("This Write belongs to thread '" + owner.getName()
                    + "': the work must stay on the thread that it was started on.");
        }
    }

    /** Named parameters, parsed once for all transactions. */
    private static final class Statements extends NamedParameterJdbcTemplate {

        private static final ConcurrentLruCache<String, ParsedSql> PARSED =
                new ConcurrentLruCache<>(512, NamedParameterUtils::parseSqlStatement);

        Statements(LiveTransaction own) {
            super(new JdbcTemplate(own));
        }

        @Override
        protected ParsedSql getParsedSql(String sql) {
            return PARSED.get(sql);
        }
    }
}
