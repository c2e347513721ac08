package dev.once.core;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.SmartTransactionObject;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Transactions whose {@code begin} travels with the first statement and whose {@code commit} with the last, written as SQL:
 * what a driver's or a framework's own begin and commit would add in statements and round trips is most of what a claim costs.
 * To Spring they are transactions like any other: whatever runs inside (a template, {@code @Transactional}, an entity manager on
 * a transaction-aware data source) joins the same connection, and is told before and after the end.
 */
final class OwnTransactions extends AbstractPlatformTransactionManager {

    private final transient DataSource dataSource;

    OwnTransactions(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    @Override
    protected Object doGetTransaction() {
        return new OwnTransaction();
    }

    @Override
    protected void doBegin(Object transaction, TransactionDefinition definition) {
        if (TransactionSynchronizationManager.hasResource(dataSource)) {
            throw new IllegalStateException(
                    "A connection of this data source is bound to the thread by a transaction that Spring does not know of."
                            + " Call the claim outside of it.");
        }
        TransactionSynchronizationManager.bindResource(dataSource, ((OwnTransaction) transaction).open(dataSource));
    }

    @Override
    protected void doCommit(DefaultTransactionStatus status) {
        ((OwnTransaction) status.getTransaction()).commit();
    }

    @Override
    protected void doRollback(DefaultTransactionStatus status) {
        ((OwnTransaction) status.getTransaction()).rollBack();
    }

    @Override
    protected void doCleanupAfterCompletion(Object transaction) {
        TransactionSynchronizationManager.unbindResource(dataSource);
        ((OwnTransaction) transaction).borrowed().close();
    }

    /** One of them, from its connection to its end. Its last statements have the {@code commit} among them. */
    static final class OwnTransaction implements CommittingTransaction, SmartTransactionObject {

        private @Nullable BorrowedConnection borrowed;
        private @Nullable JoinedConnection joined;
        private @Nullable Closing closing;
        private boolean committed;
        private boolean rolledBack;

        private JoinedConnection open(DataSource dataSource) {
            BorrowedConnection opened = BorrowedConnection.from(dataSource);
            borrowed = opened;
            joined = new JoinedConnection(GuardedConnection.of(opened.connection()));
            return joined;
        }

        @Override
        public Connection connection() {
            return borrowed().connection();
        }

        @Override
        public ConnectionHolder joined() {
            if (joined == null) {
                throw new IllegalStateException("This transaction has no connection yet.");
            }
            return joined;
        }

        @Override
        public void forget() {
            // Nothing is kept back.
        }

        @Override
        public void closeWith(Closing last) {
            closing = last;
        }

        @Override
        public void rolledBack() {
            rolledBack = true;
        }

        @Override
        public boolean isCommitted() {
            return committed;
        }

        @Override
        public boolean mayHaveCommitted(Throwable failure) {
            return failure instanceof UncertainCommit;
        }

        @Override
        public boolean isRollbackOnly() {
            return joined().isRollbackOnly();
        }

        @Override
        public void flush() {
            // Nothing is kept back.
        }

        private BorrowedConnection borrowed() {
            if (borrowed == null) {
                throw new IllegalStateException("This transaction has no connection yet.");
            }
            return borrowed;
        }

        private void commit() {
            if (closing == null) {
                throw new IllegalStateException("A transaction without last statements cannot be committed.");
            }
            try {
                closing.run(connection());
                committed = true;
            } catch (SQLException e) {
                if (SqlErrors.mayHaveCommitted(e)) {
                    borrowed().abort();
                    throw new UncertainCommit(e);
                }
                throw SqlErrors.translateAtCommit(e);
            }
        }

        private void rollBack() {
            if (rolledBack) {
                return;
            }
            try (Statement statement = connection().createStatement()) {
                statement.execute("rollback");
            } catch (SQLException e) {
                borrowed().abort();
            }
        }
    }

    /** The transaction's connection, as Spring looks for it. */
    private static final class JoinedConnection extends ConnectionHolder {

        private final Connection connection;

        JoinedConnection(Connection connection) {
            super(connection);
            this.connection = connection;
            setTransactionActive(true);
            setSynchronizedWithTransaction(true);
        }

        @Override
        public Connection getConnection() {
            return connection;
        }
    }

    /** Of this type, so that Spring tells those who joined that the end is unknown, and not that it was rolled back. */
    static final class UncertainCommit extends TransactionSystemException {

        UncertainCommit(SQLException cause) {
            super("The answer to the commit is missing", cause);
        }
    }
}
