package dev.once.showcase.judge;

import com.zaxxer.hikari.HikariDataSource;
import dev.once.core.support.Infrastructure;
import java.net.URI;
import java.util.function.ToLongFunction;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Counts effects where they are.
 *
 * @param isByKey whether it counts those of one key; where it counts all, only the difference says something
 */
@Infrastructure("it looks into somebody else's database, read-only")
record EffectCount(ToLongFunction<String> counting, boolean isByKey) {

    private static final double LONGEST = 30;

    static EffectCount of(Settings.Effects how, URI url, Sender sender) {
        if (!how.sql().isEmpty()) {
            return new EffectCount(bySql(how), how.sql().contains(Settings.KEY));
        }
        String command = how.command();
        if (!command.isEmpty()) {
            return new EffectCount(
                    key -> number("the command", Shell.run(command, key, LONGEST)), command.contains("KEY"));
        }
        String get = Settings.required("effects.get", how.get());
        return new EffectCount(key -> byGet(how, url, sender, key), get.contains(Settings.KEY));
    }

    long of(String key) {
        return counting.applyAsLong(key);
    }

    private static long byGet(Settings.Effects how, URI url, Sender sender, String key) {
        String question = how.get().replace(Settings.KEY, Subject.encoded(key));
        Exchange answer = sender.send(new Call("GET", url.resolve(question), how.headers(), ""));
        if (answer.status() != 200) {
            throw unreadable("GET " + question, answer.words());
        }
        return number("GET " + question, Subject.pointed(answer.body(), how.pointer()));
    }

    /** One connection for the whole run; where it has broken, as with a database that was restarted, the pool has a new one. */
    private static ToLongFunction<String> bySql(Settings.Effects how) {
        String question = how.sql().replace("'" + Settings.KEY + "'", ":key").replace(Settings.KEY, ":key");
        var pool = new HikariDataSource();
        pool.setJdbcUrl(Settings.required("effects.jdbc", how.jdbc()));
        pool.setUsername(how.user());
        pool.setPassword(how.password());
        pool.setReadOnly(true);
        pool.setMaximumPoolSize(1);
        pool.setConnectionTimeout(5000);
        // What is wrong is said in a sentence, not logged.
        pool.setInitializationFailTimeout(-1);
        JdbcClient database = JdbcClient.create(pool);
        return key -> {
            try {
                var counted = database.sql(question).param("key", key).query(Long.class);
                return counted.optional().orElse(0L);
            } catch (RuntimeException e) {
                throw unreadable("SQL", String.valueOf(NestedExceptionUtils.getMostSpecificCause(e)));
            }
        };
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
}
