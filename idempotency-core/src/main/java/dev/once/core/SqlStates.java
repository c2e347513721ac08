package dev.once.core;

import java.sql.SQLException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The few SQLSTATEs of PostgreSQL that the protocol knows. */
final class SqlStates {

    static final String ABORTED = "25P02";

    private static final Set<String> WAITED_TOO_LONG = Set.of("57014", "55P03");
    private static final Set<String> AGAIN = Set.of("40001", "40P01");
    private static final Set<String> SERVER_GOES_AWAY = Set.of("57P01", "57P02", "57P03", "57P05", "25P03");

    static boolean waitedTooLong(SQLException e) {
        return WAITED_TOO_LONG.contains(state(e));
    }

    static boolean connectionLost(SQLException e) {
        return state(e).startsWith("08") || SERVER_GOES_AWAY.contains(state(e));
    }

    /** A serialization failure or a deadlock: the same work, done again, may well succeed. */
    static boolean worthAnotherTry(@Nullable Throwable e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException sql && AGAIN.contains(state(sql))) {
                return true;
            }
        }
        return false;
    }

    private static String state(SQLException e) {
        return e.getSQLState() == null ? "" : e.getSQLState();
    }

    private SqlStates() {}
}
