package dev.once.showcase.judge;

import dev.once.core.support.Infrastructure;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.function.ToLongFunction;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/**
 * Counts effects where they are.
 *
 * @param isByKey whether it counts those of one key; where it counts all, only the difference says something
 */
@Infrastructure("it looks into somebody else's database, read-only")
record EffectCount(ToLongFunction<String> counting, boolean isByKey) {

    private static final Duration LONGEST = Duration.ofSeconds(30);

    static EffectCount of(Settings settings, Subject subject, Sender sender) {
        String sql = settings.text("effects.sql", "");
        if (!sql.isEmpty()) {
            return new EffectCount(bySql(settings, sql), sql.contains(Subject.KEY));
        }
        String command = settings.text("effects.command", "");
        if (!command.isEmpty()) {
            return new EffectCount(
                    key -> number("the command", Shell.run(command, key, LONGEST)), command.contains("KEY"));
        }
        String get = settings.required("effects.get");
        return new EffectCount(
                key -> byGet(settings, subject, sender, get.replace(Subject.KEY, encoded(key))),
                get.contains(Subject.KEY));
    }

    long of(String key) {
        return counting.applyAsLong(key);
    }

    private static long byGet(Settings settings, Subject subject, Sender sender, String question) {
        Exchange answer = sender.send(
                new Call("GET", subject.url().resolve(URI.create(question)), settings.under("effects.headers"), ""));
        if (answer.status() != 200) {
            throw unreadable("GET " + question, answer.words());
        }
        return number("GET " + question, Subject.pointed(answer.body(), settings.text("effects.pointer", "")));
    }

    /** One connection for the whole run; where it has broken, as with a database that was restarted, a new one. */
    private static ToLongFunction<String> bySql(Settings settings, String question) {
        String named = question.replace("'" + Subject.KEY + "'", ":key").replace(Subject.KEY, ":key");
        @SuppressWarnings("resource")
        ReadOnlyDataSource source = new ReadOnlyDataSource(settings);
        JdbcClient database = JdbcClient.create(source);
        return key -> {
            try {
                return count(database, named, key);
            } catch (DataAccessException first) {
                source.resetConnection();
                try {
                    return count(database, named, key);
                } catch (DataAccessException e) {
                    throw unreadable(
                            "SQL", String.valueOf(e.getMostSpecificCause().getMessage()));
                }
            }
        };
    }

    private static long count(JdbcClient database, String question, String key) {
        return database.sql(question)
                .param("key", key)
                .query(Long.class)
                .optional()
                .orElse(0L);
    }

    private static long number(String how, String text) {
        try {
            return Long.parseLong(text.strip());
        } catch (NumberFormatException e) {
            throw unreadable(how, "'" + text.strip() + "' is no number.");
        }
    }

    private static CannotJudge unreadable(String how, String why) {
        return new CannotJudge(
                "The effects cannot be counted by %s: %s".formatted(how, why),
                "Try it by hand: it must answer with one number.");
    }

    private static String encoded(String key) {
        return URLEncoder.encode(key, StandardCharsets.UTF_8);
    }

    @Infrastructure("looks into other people's databases and must not change them")
    private static final class ReadOnlyDataSource extends SingleConnectionDataSource {

        ReadOnlyDataSource(Settings settings) {
            super(
                    settings.required("effects.jdbc"),
                    settings.text("effects.user", ""),
                    settings.text("effects.password", ""),
                    true);
        }

        @Override
        protected void prepareConnection(Connection connection) throws SQLException {
            super.prepareConnection(connection);
            connection.setReadOnly(true);
        }
    }
}
