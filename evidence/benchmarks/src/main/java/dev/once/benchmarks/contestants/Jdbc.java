package dev.once.benchmarks.contestants;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import javax.sql.DataSource;

/** The few lines that every hand-written contestant shares. */
final class Jdbc {

    @FunctionalInterface
    interface Work<T> {
        T in(Connection connection) throws SQLException;
    }

    /** Commits; whatever is thrown rolls back. */
    static <T> T transaction(DataSource dataSource, Work<T> work) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            try {
                T result = work.in(connection);
                connection.commit();
                return result;
            } catch (SQLException | RuntimeException e) {
                connection.rollback();
                throw e;
            }
        }
    }

    static int update(Connection connection, String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            return statement.executeUpdate();
        }
    }

    static String insertInto(String effects) {
        return "insert into " + effects + " (scope, idempotency_key, amount) values (?, ?, ?)";
    }

    private Jdbc() {}
}
