package dev.once.core;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.jdbc.CannotGetJdbcConnectionException;

/** A connection of the pool that commits each statement by itself, and goes back as it came. */
record BorrowedConnection(Connection connection, boolean cameWithAutoCommit) implements AutoCloseable {

    static BorrowedConnection from(DataSource dataSource) {
        Connection connection;
        try {
            connection = dataSource.getConnection();
        } catch (SQLException e) {
            throw new CannotGetJdbcConnectionException("No connection to the database could be opened", e);
        }
        try {
            boolean autoCommit = connection.getAutoCommit();
            if (!autoCommit) {
                connection.setAutoCommit(true);
            }
            return new BorrowedConnection(connection, autoCommit);
        } catch (SQLException e) {
            new BorrowedConnection(connection, true).close();
            throw SqlErrors.translate(e);
        }
    }

    /** Ends it for good: what may still be open on it must not reach the pool. */
    void abort() {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException e) {
            // It was gone already.
        }
    }

    @Override
    public void close() {
        try (connection) {
            if (!cameWithAutoCommit) {
                connection.setAutoCommit(false);
            }
        } catch (SQLException e) {
            // It is of no more use to anybody, and the pool finds out.
        }
    }
}
