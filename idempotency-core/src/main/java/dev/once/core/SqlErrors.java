package dev.once.core;

import java.sql.SQLException;
import java.sql.SQLWarning;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PSQLWarning;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.jdbc.UncategorizedSQLException;
import org.springframework.jdbc.support.SQLExceptionSubclassTranslator;
import org.springframework.jdbc.support.SQLExceptionTranslator;

/** What PostgreSQL's errors mean to the protocol. An error is never alone: what really happened may be chained to it. */
final class SqlErrors {

    private static final SQLExceptionTranslator TRANSLATOR = new SQLExceptionSubclassTranslator();

    private static final String COMPLETION_UNKNOWN = "40003";

    /** A bug of the server, or with Citus a worker that is gone. */
    private static final String INTERNAL = "XX";

    private static final String ABORTED = "25P02";
    private static final String NO_TRANSACTION = "25P01";
    private static final String DIVISION_BY_ZERO = "22012";
    private static final String LOCK_NOT_AVAILABLE = "55P03";
    private static final Set<String> WAITED_TOO_LONG = Set.of("57014", LOCK_NOT_AVAILABLE);
    private static final Set<String> AGAIN = Set.of("40001", "40P01");
    private static final Set<String> CANNOT_WRITE = Set.of("0A000", "25006");
    private static final Set<String> SERVER_GOES_AWAY = Set.of("57P01", "57P02", "57P03", "57P05", "25P03");

    static boolean isWaitedTooLong(SQLException e) {
        return WAITED_TOO_LONG.contains(state(e));
    }

    /** As a server in recovery says it, and others too: ask it. */
    static boolean cannotWrite(SQLException e) {
        return CANNOT_WRITE.contains(state(e));
    }

    static boolean isInAbortedTransaction(Throwable e) {
        return any(e, sql -> ABORTED.equals(state(sql)));
    }

    /** A serialization failure or a deadlock: the same work, done again, may well succeed. */
    static boolean isWorthAnotherTry(Throwable e) {
        return any(e, sql -> AGAIN.contains(state(sql)));
    }

    /**
     * A commit has surely failed only where a living server says so in words that mean 'rolled back'. A lost connection, a
     * server that panics, an internal error or 'completion unknown' may each come after the commit was written.
     */
    static boolean mayHaveCommitted(Throwable e) {
        return any(e, sql -> {
            String state = state(sql);
            return isConnectionLost(sql)
                    || state.isEmpty()
                    || state.equals(COMPLETION_UNKNOWN)
                    || state.startsWith("57P")
                    || state.startsWith("58")
                    || state.startsWith(INTERNAL);
        });
    }

    /**
     * What a commit only warns of: there was no transaction any more; or it stopped waiting for the standby, so it holds on this
     * server and may be lost with it.
     */
    static void refuseWarnings(@Nullable SQLWarning first) throws SQLException {
        for (SQLWarning warning = first; warning != null; warning = warning.getNextWarning()) {
            if (NO_TRANSACTION.equals(warning.getSQLState())) {
                throw new SQLException(warning.getMessage(), NO_TRANSACTION, warning);
            }
            if (warning instanceof PSQLWarning server
                    && "SyncRepWaitForLSN".equals(server.getServerErrorMessage().getRoutine())) {
                throw new SQLException(warning.getMessage(), COMPLETION_UNKNOWN, warning);
            }
        }
    }

    static RuntimeException translateAtCommit(SQLException e) {
        return switch (state(e)) {
            case ABORTED -> new SwallowedErrorException(e);
            case DIVISION_BY_ZERO, NO_TRANSACTION ->
                new IllegalStateException(
                        "The work has ended its claim's transaction or deleted the claim's row, so nothing more was kept."
                                + " Leave both to the core; Claim.orRollBack undoes a part of the work.",
                        e);
            default -> translate(e);
        };
    }

    static DataAccessException translate(SQLException e) {
        if (any(e, SqlErrors::isConnectionLost)) {
            return new DataAccessResourceFailureException(
                    "The connection was lost before the commit; nothing was kept.", e);
        }
        if (state(e).startsWith(INTERNAL)) {
            return new DataAccessResourceFailureException("The server has failed inside; nothing was kept.", e);
        }
        if (state(e).equals(LOCK_NOT_AVAILABLE)) {
            return new CannotAcquireLockException("Waited too long for a lock; nothing was kept.", e);
        }
        DataAccessException translated = TRANSLATOR.translate("Once", null, e);
        return translated != null ? translated : new UncategorizedSQLException("Once", null, e);
    }

    private static boolean isConnectionLost(SQLException e) {
        return state(e).startsWith("08") || SERVER_GOES_AWAY.contains(state(e));
    }

    private static boolean any(@Nullable Throwable e, Predicate<SQLException> test) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            for (SQLException sql = cause instanceof SQLException first ? first : null;
                    sql != null;
                    sql = sql.getNextException()) {
                if (test.test(sql)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static String state(SQLException e) {
        return e.getSQLState() == null ? "" : e.getSQLState();
    }

    private SqlErrors() {}
}
