package dev.once.showcase.judge;

import dev.once.core.support.Infrastructure;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;

/** Counts effects where they are. With the key in the question it counts those of one key, otherwise all. */
interface EffectCount {

    long of(String key);

    /** False where it counts everything, so that only the difference says something. */
    boolean isByKey();

    static EffectCount of(Settings settings, Subject subject, Sender sender) {
        if (!settings.text("effects.sql", "").isEmpty()) {
            return new Sql(
                    settings.required("effects.jdbc"),
                    settings.text("effects.user", ""),
                    settings.text("effects.password", ""),
                    settings.required("effects.sql"));
        }
        if (!settings.text("effects.command", "").isEmpty()) {
            return new Command(settings.required("effects.command"));
        }
        return new Get(settings, subject, sender, settings.required("effects.get"));
    }

    private static CannotJudge unreadable(String how, String why) {
        return new CannotJudge(
                "The effects cannot be counted by %s: %s".formatted(how, why),
                "Try it by hand: it must answer with one number.");
    }

    private static long number(String how, String text) {
        try {
            return Long.parseLong(text.strip());
        } catch (NumberFormatException e) {
            throw unreadable(how, "'" + text.strip() + "' is no number.");
        }
    }

    /** A GET, and a JSON pointer to a number or to an array, which is counted. */
    record Get(Settings settings, Subject subject, Sender sender, String question) implements EffectCount {

        @Override
        public long of(String key) {
            String asked = question.replace(Subject.KEY, URLEncoder.encode(key, StandardCharsets.UTF_8));
            Exchange answer = sender.send(
                    new Call("GET", subject.url().resolve(URI.create(asked)), settings.under("effects.headers"), ""));
            if (answer.status() != 200) {
                throw unreadable("GET " + asked, answer.words());
            }
            return number("GET " + asked, Subject.pointed(answer.body(), settings.text("effects.pointer", "")));
        }

        @Override
        public boolean isByKey() {
            return question.contains(Subject.KEY);
        }
    }

    /** A query with one number; {key} is a parameter of it. */
    @Infrastructure("it looks into somebody else's database, read-only and without a pool")
    record Sql(String jdbc, String user, String password, String question) implements EffectCount {

        @Override
        public long of(String key) {
            try (Connection connection = connect();
                    PreparedStatement statement = connection.prepareStatement(
                            question.replace("'" + Subject.KEY + "'", "?").replace(Subject.KEY, "?"))) {
                for (int i = 1; i <= statement.getParameterMetaData().getParameterCount(); i++) {
                    statement.setString(i, key);
                }
                try (ResultSet rows = statement.executeQuery()) {
                    return rows.next() ? rows.getLong(1) : 0;
                }
            } catch (SQLException e) {
                throw unreadable("SQL", String.valueOf(e.getMessage()));
            }
        }

        private Connection connect() throws SQLException {
            Connection connection = DriverManager.getConnection(jdbc, user, password);
            connection.setReadOnly(true);
            return connection;
        }

        @Override
        public boolean isByKey() {
            return question.contains(Subject.KEY);
        }
    }

    /** A command that prints one number; the key is in its environment as KEY. */
    record Command(String command) implements EffectCount {

        @Override
        public long of(String key) {
            return number("the command", run(command, key, 30));
        }

        @Override
        public boolean isByKey() {
            return command.contains("KEY");
        }

        static String run(String command, String key, long seconds) {
            try {
                ProcessBuilder builder = new ProcessBuilder("sh", "-c", command)
                        .directory(Settings.here().toFile())
                        .redirectErrorStream(true);
                builder.environment().put("KEY", key);
                Process process = builder.start();
                process.getOutputStream().close();
                String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                if (!process.waitFor(seconds, TimeUnit.SECONDS) || process.exitValue() != 0) {
                    process.destroyForcibly();
                    throw new CannotJudge("'%s' failed: %s".formatted(command, said.strip()), "Try it by hand.");
                }
                return said;
            } catch (IOException e) {
                throw new CannotJudge("'%s' cannot be run: %s".formatted(command, e.getMessage()), "Is there a sh?");
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("Interrupted while a command ran.", e);
            }
        }
    }
}
