package dev.once.showcase.pages;

import dev.once.core.support.Infrastructure;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.jdbc.JdbcConnectionDetails;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/**
 * What is typed into the console runs as a role that owns one schema and nothing else, on a connection that lives for one
 * statement. The role may change its own limits, so the last word is not its: who is not done in time is terminated.
 */
@Component
@Profile("demo")
@Infrastructure("runs what a person types, as a role that can reach nothing but its own scratch schema")
class Scratch implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Scratch.class);
    private static final String PREFIX = "once_scratch_";
    private static final int MOST_ROWS = 50;
    private static final int MOST_SESSIONS = 20;
    private static final int LONGEST_CELL = 200;
    private static final long MOST_BYTES = 8L * 1024 * 1024;
    private static final int SECONDS = 3;

    private static final String TABLE =
            """
            create table %s.claims (
              scope text not null,
              idempotency_key text not null,
              claimed_at timestamptz not null default now(),
              constraint claims_once unique (scope, idempotency_key))
            """;

    /** What is shown: rows if there are any, how many were changed, or what PostgreSQL says against it. */
    record Answer(boolean ok, String message, List<String> columns, List<List<String>> rows) {}

    private final String url;
    private final String owner;
    private final String ownerPassword;
    private final Map<String, String> passwords = new LinkedHashMap<>();
    private final ScheduledExecutorService watch = Executors.newSingleThreadScheduledExecutor(runnable -> {
        Thread thread = new Thread(runnable, "console-watch");
        thread.setDaemon(true);
        return thread;
    });

    Scratch(JdbcConnectionDetails database) {
        this.url = database.getJdbcUrl();
        this.owner = String.valueOf(database.getUsername());
        this.ownerPassword = String.valueOf(database.getPassword());
    }

    /** One statement at a time for all: a demonstration, not a database service. */
    synchronized Answer run(String session, String sql) {
        String name = PREFIX + session;
        try {
            if (!passwords.containsKey(name)) {
                create(name);
            }
            try (Connection connection = connect(name)) {
                return execute(connection, name, sql);
            }
        } catch (SQLException e) {
            return new Answer(false, sentence(e), List.of(), List.of());
        }
    }

    private Answer execute(Connection connection, String name, String sql) throws SQLException {
        ScheduledFuture<?> end = watch.schedule(() -> terminate(name), SECONDS, TimeUnit.SECONDS);
        try (Statement statement = connection.createStatement()) {
            statement.setMaxRows(MOST_ROWS);
            statement.setQueryTimeout(SECONDS - 1);
            boolean rows = statement.execute(sql);
            Answer answer = rows
                    ? table(statement.getResultSet())
                    : new Answer(true, changed(statement.getUpdateCount()), List.of(), List.of());
            return grownTooLarge(name) ? startedAgain(name) : answer;
        } finally {
            end.cancel(false);
        }
    }

    private static Answer table(ResultSet result) throws SQLException {
        ResultSetMetaData about = result.getMetaData();
        List<String> columns = new ArrayList<>();
        for (int i = 1; i <= about.getColumnCount(); i++) {
            columns.add(about.getColumnLabel(i));
        }
        List<List<String>> rows = new ArrayList<>();
        while (result.next()) {
            List<String> row = new ArrayList<>();
            for (int i = 1; i <= columns.size(); i++) {
                String cell = result.getString(i);
                row.add(
                        cell == null
                                ? "null"
                                : cell.length() > LONGEST_CELL ? cell.substring(0, LONGEST_CELL) + "…" : cell);
            }
            rows.add(row);
        }
        return new Answer(true, rows.size() == 1 ? "1 row" : rows.size() + " rows", columns, rows);
    }

    private static String changed(int rows) {
        return rows < 0 ? "Done." : rows == 1 ? "1 row" : rows + " rows";
    }

    private static String sentence(SQLException e) {
        String text = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
        return e.getSQLState() == null ? text : text + " (" + e.getSQLState() + ")";
    }

    private void create(String name) throws SQLException {
        if (passwords.isEmpty()) {
            dropLeftovers();
        }
        if (passwords.size() >= MOST_SESSIONS) {
            drop(passwords.keySet().iterator().next());
        }
        byte[] random = new byte[24];
        new java.security.SecureRandom().nextBytes(random);
        String password = HexFormat.of().formatHex(random);
        try (Connection connection = asOwner();
                Statement statement = connection.createStatement()) {
            for (String sql : List.of(
                    "drop schema if exists %s cascade".formatted(name),
                    "drop role if exists %s".formatted(name),
                    "create role %s login nosuperuser nocreatedb nocreaterole noinherit noreplication connection limit 1 password '%s'"
                            .formatted(name, password),
                    "alter role %s set search_path = %s".formatted(name, name),
                    "alter role %s set statement_timeout = '2s'".formatted(name),
                    "alter role %s set lock_timeout = '1s'".formatted(name),
                    "alter role %s set temp_file_limit = '8MB'".formatted(name),
                    "alter role %s set work_mem = '1MB'".formatted(name),
                    "create schema %s authorization %s".formatted(name, name),
                    TABLE.formatted(name),
                    "alter table %s.claims owner to %s".formatted(name, name))) {
                statement.execute(sql);
            }
        }
        passwords.put(name, password);
    }

    /** Of a showcase that was killed. */
    private void dropLeftovers() throws SQLException {
        List<String> left = new ArrayList<>();
        try (Connection connection = asOwner();
                Statement statement = connection.createStatement();
                ResultSet roles = statement.executeQuery(
                        "select rolname from pg_roles where rolname like 'once\\_scratch\\_%'")) {
            while (roles.next()) {
                left.add(roles.getString(1));
            }
        }
        for (String role : left) {
            try {
                drop(role);
            } catch (SQLException e) {
                LOG.info("The scratch role {} is in use elsewhere: {}", role, e.getMessage());
            }
        }
    }

    private Connection connect(String name) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", name);
        properties.setProperty("password", String.valueOf(passwords.get(name)));
        properties.setProperty("socketTimeout", String.valueOf(SECONDS + 2));
        return DriverManager.getConnection(url, properties);
    }

    private boolean grownTooLarge(String name) throws SQLException {
        String size =
                """
                select coalesce(sum(pg_total_relation_size(c.oid)), 0)
                from pg_class c join pg_roles r on r.oid = c.relowner where r.rolname = '%s'
                """;
        try (Connection connection = asOwner();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(size.formatted(name))) {
            result.next();
            return result.getLong(1) > MOST_BYTES;
        }
    }

    private Answer startedAgain(String name) throws SQLException {
        terminate(name);
        drop(name);
        return new Answer(
                false, "That was more than a scratch schema may hold: it starts again, empty.", List.of(), List.of());
    }

    private void terminate(String name) {
        try (Connection connection = asOwner();
                Statement statement = connection.createStatement()) {
            statement.execute("select pg_terminate_backend(pid) from pg_stat_activity where usename = '" + name + "'");
        } catch (SQLException e) {
            LOG.warn("A console statement could not be ended: {}", e.getMessage());
        }
    }

    private void drop(String name) throws SQLException {
        try (Connection connection = asOwner();
                Statement statement = connection.createStatement()) {
            statement.execute("drop owned by " + name + " cascade");
            statement.execute("drop schema if exists " + name + " cascade");
            statement.execute("drop role if exists " + name);
        }
        passwords.remove(name);
    }

    private Connection asOwner() throws SQLException {
        return DriverManager.getConnection(url, owner, ownerPassword);
    }

    @Override
    public synchronized void close() {
        watch.shutdownNow();
        for (String name : List.copyOf(passwords.keySet())) {
            try {
                drop(name);
            } catch (SQLException e) {
                LOG.warn("The scratch schema {} stays until the next reset: {}", name, e.getMessage());
            }
        }
    }
}
