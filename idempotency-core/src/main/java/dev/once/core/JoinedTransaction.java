package dev.once.core;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionStatus;

/**
 * A transaction that the caller of {@code once} has begun. The claim and its work are a part of it, and are kept or lost with
 * it. A savepoint covers the claim's statement alone: who loses the key, or waits too long for it, goes on as if nothing had been
 * asked. Work that throws takes the whole transaction along: undone in the database alone, it would still be in the caller's
 * entities, and their commit would write an effect without a claim.
 */
final class JoinedTransaction implements OpenTransaction {

    static final String BEGIN = "savepoint once_claim";

    private static final String SETTINGS = "show transaction_isolation; show transaction_read_only";
    private static final Set<String> ISOLATION = Set.of("read committed", "read uncommitted");
    private static final String HAS_READ = "25001";

    private final PlatformTransactionManager manager;
    private final TransactionStatus status;
    private final Object id;
    private final Connection connection;
    private final ConnectionHolder joined;
    private boolean claimed;

    JoinedTransaction(PlatformTransactionManager manager, TransactionStatus status, Object id, Connection connection) {
        this.manager = manager;
        this.status = status;
        this.id = id;
        this.connection = connection;
        this.joined = new ConnectionHolder(GuardedConnection.of(connection));
    }

    /** By {@code show}, which unlike {@code select} still lets the transaction be made writable. */
    void makeReady() {
        try (Statement statement = connection.createStatement()) {
            statement.execute(SETTINGS);
            String isolation = value(statement);
            statement.getMoreResults();
            boolean readOnly = value(statement).equals("on");
            if (!ISOLATION.contains(isolation)) {
                throw CallerTransactions.refused("its isolation is " + isolation
                        + ", where a lost claim is an error and no answer. Use READ COMMITTED");
            }
            if (readOnly) {
                statement.execute("set transaction read write");
            }
        } catch (SQLException e) {
            markRollbackOnly();
            if (HAS_READ.equals(e.getSQLState())) {
                throw CallerTransactions.refused(
                        "it is read only by the fence (once.fence=enforce) and has read already:"
                                + " PostgreSQL lets it write only before its first query. Claim first, then read");
            }
            throw SqlErrors.translate(e);
        }
    }

    private static String value(Statement statement) throws SQLException {
        try (ResultSet result = statement.getResultSet()) {
            result.next();
            return result.getString(1);
        }
    }

    /** The same for all that happens in one transaction of the caller. */
    Object id() {
        return id;
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
    public void endClaim(boolean ours) {
        claimed = ours;
        try (Statement statement = connection.createStatement()) {
            statement.execute(
                    ours
                            ? "release savepoint once_claim"
                            : "rollback to savepoint once_claim; release savepoint once_claim");
        } catch (SQLException e) {
            markRollbackOnly();
            throw SqlErrors.translate(e);
        }
    }

    boolean isClaimed() {
        return claimed;
    }

    /** Stores the result at once: a repeat in the same transaction must find it. */
    @Override
    public void closeWith(Closing closing) {
        try {
            flush();
            closing.run(connection);
        } catch (SQLException e) {
            throw SqlErrors.translateAtCommit(e);
        }
        if (joined.isRollbackOnly()) {
            markRollbackOnly();
        }
    }

    /** Through the manager, which tells whoever began the transaction. */
    void markRollbackOnly() {
        if (!status.isCompleted()) {
            status.setRollbackOnly();
            manager.rollback(status);
        }
    }
}
