package dev.once.core;

import dev.once.core.support.SchemaName;
import java.sql.Connection;
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

    private static final String OUTBOX =
            """
            insert into {once}.outbox (id, topic, payload, scope, idempotency_key)
            values (:id, :topic, cast(:payload as jsonb), :scope, :key)
            """;

    private final OpenTransaction transaction;
    private final SchemaName schema;
    private final JdbcClient client = JdbcClient.create(new Statements(this));
    private final Thread owner = Thread.currentThread();
    private volatile boolean open = true;

    LiveTransaction(OpenTransaction transaction, SchemaName schema) {
        this.transaction = transaction;
        this.schema = schema;
        TransactionSynchronizationManager.bindResource(this, transaction.joined());
        RunningWork.enter();
    }

    JdbcClient.StatementSpec sql(String sql) {
        requireOpenHere();
        transaction.flush();
        return client.sql(sql);
    }

    UUID outbox(UUID id, String topic, String payload, @Nullable Attempt attempt) {
        sql(schema.in(OUTBOX))
                .param("id", id)
                .param("topic", topic)
                .param("payload", payload)
                .param("scope", attempt == null ? null : attempt.scope().value())
                .param("key", attempt == null ? null : attempt.key().value())
                .update();
        return id;
    }

    /** Each part releases its savepoint at its end, so parts nest under one name and leave nothing open. */
    <T> T orRollBack(Supplier<T> part) {
        requireOpenHere();
        transaction.flush();
        execute("savepoint once_part");
        T result;
        try {
            result = part.get();
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
