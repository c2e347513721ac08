package dev.once.core;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.jdbc.CannotGetJdbcConnectionException;
import org.springframework.jdbc.UncategorizedSQLException;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.support.SQLExceptionSubclassTranslator;
import org.springframework.jdbc.support.SQLExceptionTranslator;
import org.springframework.transaction.UnexpectedRollbackException;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionSynchronizationUtils;

/**
 * Transactions whose {@code begin} travels with the first statement and whose {@code commit} with the last, written as SQL:
 * what a driver's or a framework's own begin and commit would add in statements and round trips is most of what a claim costs. They are
 * bound to the thread as Spring's are, so that whatever runs inside (a template, {@code @Transactional}, an entity manager on a
 * transaction-aware data source) joins the same connection.
 */
final class Transactions {

    private static final int TRIES = 4;
    private static final SQLExceptionTranslator TRANSLATOR = new SQLExceptionSubclassTranslator();

    private final DataSource dataSource;

    Transactions(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** What a transaction does. Its first statement begins with {@code begin}. */
    @FunctionalInterface
    interface Body<T> {
        Ending<T> run(Connection connection) throws SQLException;
    }

    /** What came of it, and the last statements, {@code commit} among them; without those it is rolled back. */
    record Ending<T>(T result, @Nullable Closing closing) {}

    @FunctionalInterface
    interface Closing {
        void storeAndCommit(Connection connection) throws SQLException;
    }

    /** Serialization failures and deadlocks run again, so the body may run more than once. */
    <T> T run(Body<T> body) {
        refuseToNest();
        for (int attempt = 1; ; attempt++) {
            try {
                return runOnce(body);
            } catch (RuntimeException e) {
                if (attempt == TRIES || !SqlStates.worthAnotherTry(e)) {
                    throw e;
                }
            }
        }
    }

    @FunctionalInterface
    interface Reading<T> {
        T read(Connection connection) throws SQLException;
    }

    /** On a connection of its own, each statement for itself: what a reader needs. */
    <T> T read(Reading<T> reading) {
        try (Connection connection = connect()) {
            return reading.read(connection);
        } catch (SQLException e) {
            throw translated(e);
        }
    }

    private <T> T runOnce(Body<T> body) {
        Bound bound = new Bound(connect());
        TransactionSynchronizationManager.bindResource(dataSource, bound);
        TransactionSynchronizationManager.initSynchronization();
        TransactionSynchronizationManager.setActualTransactionActive(true);
        boolean committed = false;
        boolean toldToComplete = false;
        try {
            Ending<T> ending = body.run(bound.getConnection());
            if (ending.closing() != null) {
                bound.refuseRollbackOnly();
                TransactionSynchronizationUtils.triggerBeforeCommit(false);
                toldToComplete = true;
                TransactionSynchronizationUtils.triggerBeforeCompletion();
                commit(bound, ending.closing());
                committed = true;
            }
            return ending.result();
        } catch (SQLException e) {
            throw translated(e);
        } catch (UncategorizedSQLException e) {
            // Spring does not know every way in which PostgreSQL ends a session, such as one that was idle for too
            // long.
            throw e.getCause() instanceof SQLException sql ? translated(sql) : e;
        } finally {
            // Whoever joined is told in any case: an entity manager that is not would stay on this thread.
            if (!toldToComplete) {
                TransactionSynchronizationUtils.triggerBeforeCompletion();
            }
            List<TransactionSynchronization> joined = TransactionSynchronizationManager.getSynchronizations();
            boolean known = committed || rollBack(bound);
            TransactionSynchronizationManager.clear();
            TransactionSynchronizationManager.unbindResource(dataSource);
            bound.giveBack();
            tell(joined, committed, known);
        }
    }

    private static void commit(Bound bound, Closing closing) {
        try {
            closing.storeAndCommit(bound.getConnection());
        } catch (SQLException e) {
            if (SqlStates.connectionLost(e)) {
                throw new OutcomeUnknownException(e);
            }
            if (SqlStates.ABORTED.equals(e.getSQLState())) {
                throw new SwallowedErrorException(e);
            }
            throw translated(e);
        }
    }

    private static void tell(List<TransactionSynchronization> joined, boolean committed, boolean known) {
        if (committed) {
            TransactionSynchronizationUtils.invokeAfterCommit(joined);
        }
        TransactionSynchronizationUtils.invokeAfterCompletion(
                joined,
                committed
                        ? TransactionSynchronization.STATUS_COMMITTED
                        : known
                                ? TransactionSynchronization.STATUS_ROLLED_BACK
                                : TransactionSynchronization.STATUS_UNKNOWN);
    }

    /** False where the connection is gone. It is then ended for good: what may still be open on it must not reach the pool. */
    private static boolean rollBack(Bound bound) {
        try (Statement statement = bound.getConnection().createStatement()) {
            statement.execute("rollback");
            return true;
        } catch (SQLException e) {
            bound.abort();
            return false;
        }
    }

    static void refuseToNest() {
        if (TransactionSynchronizationManager.isActualTransactionActive()) {
            throw new IllegalStateException(
                    "Claims do not nest: there is a transaction on this thread already, and a claim commits by itself. Call it outside.");
        }
    }

    private Connection connect() {
        try {
            return dataSource.getConnection();
        } catch (SQLException e) {
            throw new CannotGetJdbcConnectionException("There is no connection to the database to be had", e);
        }
    }

    private static DataAccessException translated(SQLException e) {
        if (SqlStates.connectionLost(e)) {
            return new DataAccessResourceFailureException(
                    "The connection was lost before the commit; nothing was kept.", e);
        }
        DataAccessException translated = TRANSLATOR.translate("Once", null, e);
        return translated != null ? translated : new UncategorizedSQLException("Once", null, e);
    }

    /** The transaction's connection, as Spring looks for it. */
    private static final class Bound extends ConnectionHolder {

        private final Connection connection;

        Bound(Connection connection) {
            super(connection);
            this.connection = connection;
            setTransactionActive(true);
            setSynchronizedWithTransaction(true);
        }

        @Override
        public Connection getConnection() {
            return connection;
        }

        /** Somebody who joined, such as a method that is {@code @Transactional}, has asked for it. */
        void refuseRollbackOnly() {
            if (isRollbackOnly()) {
                throw new UnexpectedRollbackException(
                        "Something that joined the work has marked it to be rolled back.");
            }
        }

        void abort() {
            try {
                connection.abort(Runnable::run);
            } catch (SQLException e) {
                // It was gone already.
            }
        }

        void giveBack() {
            try {
                connection.close();
            } catch (SQLException e) {
                // Nothing of ours is on it any more.
            }
        }
    }
}
