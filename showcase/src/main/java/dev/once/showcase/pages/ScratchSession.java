package dev.once.showcase.pages;

import dev.once.core.support.Infrastructure;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;

/** One learner's schema, and the connections of the two workers that they are. */
@Infrastructure("holds the consoles' connections")
final class ScratchSession implements AutoCloseable {

    private static final String SOCKET_TIMEOUT_SECONDS = "12";

    /** A connection that stays, so that a transaction can stay open. */
    @Infrastructure("is a connection")
    static final class Console {

        private final Connection connection;
        private final int backend;
        private volatile long usedAt = System.nanoTime();

        private Console(Connection connection) throws SQLException {
            this.connection = connection;
            try (var statement = connection.createStatement();
                    var result = statement.executeQuery("select pg_backend_pid()")) {
                result.next();
                this.backend = result.getInt(1);
            }
        }

        Connection connection() {
            return connection;
        }

        int backend() {
            return backend;
        }

        void used() {
            usedAt = System.nanoTime();
        }
    }

    private final String url;
    private final Properties login = new Properties();
    private final Map<String, Console> consoles = new HashMap<>();
    private long usedAt = System.nanoTime();

    ScratchSession(String url, String role, String password) {
        this.url = url;
        login.setProperty("user", role);
        login.setProperty("password", password);
        login.setProperty("socketTimeout", SOCKET_TIMEOUT_SECONDS);
    }

    synchronized Console console(String name) throws SQLException {
        usedAt = System.nanoTime();
        Console known = consoles.get(name);
        if (known != null && known.connection.isValid(1)) {
            return known;
        }
        Console made = new Console(DriverManager.getConnection(url, login));
        consoles.put(name, made);
        return made;
    }

    synchronized void closeIdleSince(long nanos) {
        consoles.values().removeIf(console -> console.usedAt - nanos < 0 && isClosed(console));
    }

    synchronized boolean isUnusedSince(long nanos) {
        return usedAt - nanos < 0;
    }

    @Override
    public synchronized void close() {
        consoles.values().removeIf(ScratchSession::isClosed);
    }

    private static boolean isClosed(Console console) {
        try {
            console.connection.close();
        } catch (SQLException e) {
            // It is gone already.
        }
        return true;
    }
}
