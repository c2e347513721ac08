package dev.once.core;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * A transaction that the application's own manager began, such as JPA's. The claim runs on the connection that the manager
 * shows; the result is stored in the last callback before the commit, behind whatever others write there.
 */
final class HostTransaction implements CommittingTransaction, TransactionSynchronization {

    private final TransactionStatus status;
    private final Connection connection;
    private final ConnectionHolder joined;
    private @Nullable Closing closing;
    private boolean stored;
    private boolean committed;
    private @Nullable RuntimeException failure;

    HostTransaction(TransactionStatus status, DataSource dataSource) {
        this.status = status;
        this.connection = DataSourceUtils.getConnection(dataSource);
        if (!DataSourceUtils.isConnectionTransactional(connection, dataSource)) {
            DataSourceUtils.releaseConnection(connection, dataSource);
            throw new IllegalStateException(
                    "The application's transaction manager does not work on the connections of the core's data source.");
        }
        this.joined = new ConnectionHolder(GuardedConnection.of(connection));
    }

    @Override
    public Connection connection() {
        return connection;
    }

    @Override
    public ConnectionHolder joined() {
        return joined;
    }

    @Override
    public void flush() {
        status.flush();
    }

    @Override
    public void forget() {
        PersistenceContexts.clear();
    }

    @Override
    public void closeWith(Closing last) {
        if (joined.isRollbackOnly()) {
            status.setRollbackOnly();
        }
        closing = last;
        TransactionSynchronizationManager.registerSynchronization(this);
    }

    @Override
    public void beforeCommit(boolean readOnly) {
        if (closing == null) {
            return;
        }
        try {
            flush();
            closing.run(connection);
            connection.clearWarnings();
            stored = true;
        } catch (SQLException e) {
            failure = SqlErrors.translateAtCommit(e);
        } catch (RuntimeException e) {
            failure = SqlErrors.isInAbortedTransaction(e) ? new SwallowedErrorException(e) : e;
        }
        if (failure != null) {
            throw failure;
        }
    }

    /** Told in any case, also where another listener throws after the commit. What the commit warned of is on its connection. */
    @Override
    public void afterCompletion(int outcome) {
        committed = outcome == STATUS_COMMITTED;
        try {
            SqlErrors.refuseWarnings(committed && !connection.isClosed() ? connection.getWarnings() : null);
        } catch (SQLException e) {
            failure = new OutcomeUnknownException(e);
        }
    }

    @Override
    public @Nullable RuntimeException failure() {
        return failure;
    }

    @Override
    public boolean isCommitted() {
        return committed;
    }

    @Override
    public boolean mayHaveCommitted(Throwable failure) {
        return stored && SqlErrors.mayHaveCommitted(failure);
    }
}
