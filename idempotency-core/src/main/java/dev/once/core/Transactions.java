package dev.once.core;

import dev.once.core.Idempotencies.HostTransactions;
import dev.once.core.OpenTransaction.Closing;
import dev.once.core.OwnTransactions.OwnTransaction;
import dev.once.core.support.StartupRefusedException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.TransientDataAccessResourceException;
import org.springframework.jdbc.UncategorizedSQLException;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Runs a transaction from its begin to an end that is known, or is said to be unknown. */
final class Transactions {

    private static final Logger LOG = LoggerFactory.getLogger(Transactions.class);
    private static final int TRIES = 4;

    private final DataSource dataSource;
    private final boolean own;
    private final PlatformTransactionManager manager;
    private final @Nullable PlatformTransactionManager host;
    private @Nullable CallerTransactions callers;

    Transactions(DataSource dataSource, HostTransactions application) {
        refuseJta(application.manager());
        this.dataSource = dataSource;
        this.host = application.manager();
        this.own = host == null || !application.runClaims();
        this.manager = host == null || own ? new OwnTransactions(dataSource) : host;
    }

    /** What stands before the first statement. */
    String begin() {
        return own
                ? "begin isolation level read committed read write"
                : "set transaction isolation level read committed, read write";
    }

    /** The last statement, with the commit behind it where the commit is ours. */
    String committing(String last) {
        return own ? last + ";\ncommit" : last;
    }

    /** A statement with the rollback behind it where that is ours. */
    String rollingBack(String last) {
        return own ? last + ";\nrollback" : last;
    }

    /** What a transaction does. Its first statement begins with {@code begin}. */
    @FunctionalInterface
    interface Body<T> {
        Ending<T> run(OpenTransaction transaction, Deadline deadline) throws SQLException;
    }

    /** What came of it, and its last statements; without those it is rolled back. */
    record Ending<T>(T result, @Nullable Closing closing) {}

    /**
     * Serialization failures and deadlocks run again, so the body may run more than once. Not so where the persistence context is
     * older than the transaction (open-in-view): its entities have seen the failed try, and what they were given there would be
     * lost. A connection that comes from the pool after the deadline goes back unused.
     */
    <T> T run(Deadline first, Body<T> body) {
        refuseToNest();
        int tries = own || !PersistenceContexts.areBound() ? TRIES : 1;
        Deadline deadline = first;
        for (int attempt = 1; ; attempt++) {
            RuntimeException failure;
            try {
                return runOnce(deadline, body);
            } catch (SQLException e) {
                failure = translate(e);
            } catch (UncategorizedSQLException e) {
                // Spring does not know every way in which PostgreSQL refuses a statement or ends a session.
                failure = e.getSQLException() == null ? e : translate(e.getSQLException());
            } catch (RuntimeException e) {
                failure = e;
            }
            if (attempt == tries || !SqlErrors.isWorthAnotherTry(failure)) {
                throw failure;
            }
            deadline = deadline.again();
        }
    }

    @FunctionalInterface
    interface Reading<T> {
        T read(Connection connection) throws SQLException;
    }

    /** On a connection of its own, each statement for itself: what a reader needs. */
    <T> T read(Reading<T> reading) {
        if (!own) {
            return readInTransaction(reading);
        }
        try (BorrowedConnection borrowed = BorrowedConnection.from(dataSource)) {
            return reading.read(borrowed.connection());
        } catch (SQLException e) {
            throw SqlErrors.translate(e);
        }
    }

    /** On the manager's connection: a pool of one connection may have given it to this thread already. */
    @SuppressWarnings("NullAway") // Spring gives back what the reading gave.
    private <T> T readInTransaction(Reading<T> reading) {
        TransactionTemplate template = new TransactionTemplate(manager);
        template.setReadOnly(true);
        return template.execute(status -> {
            Connection connection = DataSourceUtils.getConnection(dataSource);
            try {
                return reading.read(connection);
            } catch (SQLException e) {
                throw SqlErrors.translate(e);
            } finally {
                DataSourceUtils.releaseConnection(connection, dataSource);
            }
        });
    }

    private <T> T runOnce(Deadline deadline, Body<T> body) throws SQLException {
        TransactionStatus status = manager.getTransaction(null);
        CommittingTransaction transaction;
        Ending<T> ending = null;
        try {
            transaction = own
                    ? (OwnTransaction) ((DefaultTransactionStatus) status).getTransaction()
                    : new HostTransaction(status, dataSource);
            if (deadline.isOver()) {
                throw new TransientDataAccessResourceException(
                        "The pool had no connection in time; nothing was done. Try again shortly.");
            }
            ending = body.run(transaction, deadline);
        } finally {
            if (ending == null || ending.closing() == null) {
                rollBack(status);
            }
        }
        if (ending.closing() != null) {
            transaction.closeWith(ending.closing());
            commit(status, transaction);
        }
        return ending.result();
    }

    private void commit(TransactionStatus status, CommittingTransaction transaction) {
        try {
            manager.commit(status);
        } catch (RuntimeException | Error e) {
            if (transaction.mayHaveCommitted(e)) {
                throw new OutcomeUnknownException(e);
            }
            if (!transaction.isCommitted()) {
                throwFailureOf(transaction);
                throw e;
            }
            LOG.error("Something that had joined a claim failed after its commit; the claim stands", e);
        }
        throwFailureOf(transaction);
    }

    private static void throwFailureOf(CommittingTransaction transaction) {
        RuntimeException failure = transaction.failure();
        if (failure != null) {
            throw failure;
        }
    }

    /** What a callback does at the end of a rollback takes nobody's place. */
    private void rollBack(TransactionStatus status) {
        try {
            manager.rollback(status);
        } catch (RuntimeException | Error e) {
            LOG.error("Something that had joined a claim failed after its rollback", e);
        }
    }

    static void refuseToNest() {
        if (TransactionSynchronizationManager.isActualTransactionActive()) {
            throw new IllegalStateException(
                    "Claims do not nest: there is a transaction on this thread already, and a claim commits by itself."
                            + " Call it outside, or let the ledger join its caller's transaction: Ledger.Builder.joining().");
        }
    }

    /** Those that the application begins by itself; asked for by the first ledger that joins them. */
    synchronized CallerTransactions callers() {
        if (callers == null) {
            callers = CallerTransactions.of(host, dataSource);
        }
        return callers;
    }

    /** By name: the class itself needs what an application without JTA does not have. */
    private static void refuseJta(@Nullable PlatformTransactionManager host) {
        for (Class<?> type = host == null ? null : host.getClass(); type != null; type = type.getSuperclass()) {
            if (type.getName().equals("org.springframework.transaction.jta.JtaTransactionManager")) {
                throw new StartupRefusedException(
                        "The application's transactions are JTA's: a claim and its work would commit in two steps, and one can be lost.",
                        "Give the core a transaction manager of one resource, such as JpaTransactionManager.");
            }
        }
    }

    private DataAccessException translate(SQLException e) {
        if (SqlErrors.cannotWrite(e) && isInRecovery()) {
            return new TransientDataAccessResourceException(
                    "The database server is in recovery and cannot write now; nothing was done. Try again shortly.", e);
        }
        return SqlErrors.translate(e);
    }

    private boolean isInRecovery() {
        return read(connection -> {
            try (Statement statement = connection.createStatement();
                    ResultSet result = statement.executeQuery("select pg_is_in_recovery()")) {
                return result.next() && result.getBoolean(1);
            }
        });
    }
}
