package dev.once.showcase.lab;

import dev.once.core.support.Infrastructure;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/**
 * Tells the stage what plain JDBC does, so that code under trial needs no marks of its own: a select that finds nothing has
 * looked, an insert that makes a row has claimed, and so on.
 */
@Infrastructure("watches what is sent over the connections of code under trial")
public final class StagedDataSource extends DelegatingDataSource {

    public StagedDataSource(DataSource target) {
        super(target);
    }

    @Override
    public Connection getConnection() throws SQLException {
        Connection connection = super.getConnection();
        return proxy(Connection.class, (self, method, arguments) -> {
            Object result = called(connection, method, arguments);
            switch (method.getName()) {
                case "commit" -> Stage.at(Moment.COMMITTED, "commit() returns");
                case "rollback" -> Stage.note("rolls back");
                default -> {}
            }
            return result instanceof PreparedStatement statement
                    ? staged(statement, String.valueOf(arguments[0]).strip().toLowerCase(Locale.ROOT))
                    : result;
        });
    }

    private static PreparedStatement staged(PreparedStatement statement, String sql) {
        String[] firstParameter = {"its key"};
        return proxy(PreparedStatement.class, (self, method, arguments) -> {
            Object result = called(statement, method, arguments);
            if (method.getName().startsWith("set") && arguments.length > 1 && arguments[0].equals(1)) {
                firstParameter[0] = shortened(String.valueOf(arguments[1]));
            }
            if (result instanceof ResultSet rows) {
                return staged(rows, sql, firstParameter[0]);
            }
            if (method.getName().equals("executeUpdate") && result instanceof Integer count) {
                changed(sql, count > 0, firstParameter[0]);
            }
            if (method.getName().equals("execute") && Boolean.FALSE.equals(result)) {
                changed(sql, statement.getUpdateCount() > 0, firstParameter[0]);
            }
            return result;
        });
    }

    private static ResultSet staged(ResultSet rows, String sql, String key) {
        AtomicBoolean isFirst = new AtomicBoolean(true);
        return proxy(ResultSet.class, (self, method, arguments) -> {
            Object result = called(rows, method, arguments);
            if (method.getName().equals("next") && isFirst.getAndSet(false)) {
                read(sql, Boolean.TRUE.equals(result), key);
            }
            return result;
        });
    }

    private static void read(String sql, boolean found, String key) {
        if (!sql.startsWith("select")) {
            changed(sql, found, key);
        } else if (!found) {
            Stage.at(Moment.LOOKED, "looks: nothing there");
        } else if (sql.contains(" from ")) {
            Stage.note("looks, and finds it");
        }
    }

    private static void changed(String sql, boolean hit, String key) {
        if (sql.startsWith("insert into lab.payments")) {
            Stage.at(Moment.WORKED, "books the payment");
        } else if (sql.startsWith("insert into lab.mails")) {
            Stage.at(Moment.MAILED, "sends a mail");
        } else if (sql.startsWith("insert into lab.outbox")) {
            Stage.note("writes the mail into the outbox");
        } else if (sql.startsWith("insert into lab.notes")) {
            Stage.note("notes the event");
        } else if (sql.startsWith("insert") && hit) {
            Stage.at(Moment.CLAIMED, "claims " + key);
        } else if (sql.startsWith("insert")) {
            Stage.note(key + " is taken");
        } else if (sql.startsWith("update")) {
            Stage.note("updates the claim");
        }
    }

    private static String shortened(String key) {
        return key.length() > 14 ? key.substring(0, 12) + ".." : key;
    }

    private static Object called(Object target, Method method, Object @Nullable [] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(
                Proxy.newProxyInstance(StagedDataSource.class.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
