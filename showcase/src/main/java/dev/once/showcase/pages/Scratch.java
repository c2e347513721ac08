package dev.once.showcase.pages;

import dev.once.core.support.Infrastructure;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
 * What is typed into the consoles runs as a role that owns one schema and nothing else, one connection per console. The role
 * may change its own limits, so the last word is not its: who is not done in time, or leaves a console alone, is terminated.
 */
@Component
@Profile("demo")
@Infrastructure("runs what a person types, as a role that can reach nothing but its own scratch schema")
class Scratch implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Scratch.class);
    private static final String PREFIX = "once_scratch_";
    private static final int MOST_ROWS = 50;
    private static final int MOST_SESSIONS = 10;
    private static final int LONGEST_CELL = 200;
    private static final int SECONDS = 8;
    private static final Duration CONSOLE_IDLE = Duration.ofSeconds(90);
    private static final Duration SESSION_IDLE = Duration.ofMinutes(30);

    /**
     * What is shown: rows if there are any, how many were changed, or what PostgreSQL says against it; how long it took,
     * and whether the console's transaction is open now.
     */
    record Answer(
            boolean ok,
            String message,
            long count,
            long millis,
            boolean open,
            List<String> columns,
            List<List<String>> rows) {

        private Answer after(long nanos, boolean nowOpen) {
            return new Answer(ok, message, count, nanos / 1_000_000, nowOpen, columns, rows);
        }

        private static Answer failed(String message) {
            return new Answer(false, message, 0, 0, false, List.of(), List.of());
        }
    }

    private final String url;
    private final ScratchRoles roles;
    private final Map<String, ScratchSession> sessions = new LinkedHashMap<>();
    private final ScheduledExecutorService watch = Executors.newSingleThreadScheduledExecutor(runnable -> {
        Thread thread = new Thread(runnable, "console-watch");
        thread.setDaemon(true);
        return thread;
    });

    Scratch(JdbcConnectionDetails database) {
        this.url = database.getJdbcUrl();
        this.roles =
                new ScratchRoles(url, String.valueOf(database.getUsername()), String.valueOf(database.getPassword()));
        watch.scheduleWithFixedDelay(() -> endWhatIsIdle(CONSOLE_IDLE, SESSION_IDLE), 10, 10, TimeUnit.SECONDS);
    }

    /** One statement at a time per console; the other console of the session may wait for it, or it for the other. */
    Answer run(String session, String console, String sql) {
        String name = PREFIX + session;
        try {
            ScratchSession.Console opened = sessionOf(name).console(console);
            synchronized (opened) {
                long began = System.nanoTime();
                Answer answer = execute(opened, sql);
                if (roles.hasGrownTooLarge(name)) {
                    end(name);
                    return Answer.failed("That was more than a scratch schema may hold: it starts again, empty.");
                }
                return answer.after(System.nanoTime() - began, roles.isInTransaction(opened.backend()));
            }
        } catch (SQLException e) {
            return Answer.failed(sentence(e));
        }
    }

    private Answer execute(ScratchSession.Console console, String sql) throws SQLException {
        Connection connection = console.connection();
        ScheduledFuture<?> end = watch.schedule(() -> roles.terminate(console.backend()), SECONDS, TimeUnit.SECONDS);
        try (Statement statement = connection.createStatement()) {
            statement.setMaxRows(MOST_ROWS);
            statement.setQueryTimeout(SECONDS - 1);
            if (statement.execute(sql)) {
                return table(statement.getResultSet());
            }
            int changed = Math.max(0, statement.getUpdateCount());
            return new Answer(true, counted(changed), changed, 0, false, List.of(), List.of());
        } catch (SQLException e) {
            return Answer.failed(sentence(e));
        } finally {
            end.cancel(false);
            console.used();
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
                String cell = String.valueOf(result.getString(i));
                row.add(cell.length() > LONGEST_CELL ? cell.substring(0, LONGEST_CELL) + "…" : cell);
            }
            rows.add(row);
        }
        return new Answer(true, counted(rows.size()), rows.size(), 0, false, columns, rows);
    }

    private static String counted(int rows) {
        return rows == 1 ? "1 row" : rows + " rows";
    }

    private static String sentence(SQLException e) {
        String text = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
        return e.getSQLState() == null ? text : text + " (" + e.getSQLState() + ")";
    }

    private synchronized ScratchSession sessionOf(String name) throws SQLException {
        ScratchSession known = sessions.get(name);
        if (known != null) {
            return known;
        }
        if (sessions.isEmpty()) {
            roles.dropLeftovers(PREFIX);
        }
        if (sessions.size() >= MOST_SESSIONS) {
            end(sessions.keySet().iterator().next());
        }
        ScratchSession made = new ScratchSession(url, name, roles.create(name));
        sessions.put(name, made);
        return made;
    }

    private synchronized void end(String name) throws SQLException {
        ScratchSession session = sessions.remove(name);
        if (session != null) {
            session.close();
        }
        roles.drop(name);
    }

    /** A console that is left alone loses its connection, and a session that nobody comes back to its role and schema. */
    synchronized void endWhatIsIdle(Duration console, Duration session) {
        long now = System.nanoTime();
        sessions.values().forEach(one -> one.closeIdleSince(now - console.toNanos()));
        List<String> forgotten = sessions.entrySet().stream()
                .filter(one -> one.getValue().isUnusedSince(now - session.toNanos()))
                .map(Map.Entry::getKey)
                .toList();
        endAll(forgotten);
    }

    @Override
    public synchronized void close() {
        watch.shutdownNow();
        endAll(List.copyOf(sessions.keySet()));
    }

    private void endAll(List<String> names) {
        for (String name : names) {
            try {
                end(name);
            } catch (SQLException e) {
                LOG.warn("The scratch schema {} stays until the next start: {}", name, e.getMessage());
            }
        }
    }
}
