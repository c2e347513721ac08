package dev.once.chaos.history;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** Whoever uses it may die before or after any statement: its connection is gone, and what was not committed with it. */
final class DyingDataSource extends DelegatingDataSource {

    /** Not an Exception, so that nobody can make something of it, as nobody can of a SIGKILL. */
    static final class Died extends Error {
        Died() {
            super("died between two statements", null, false, false);
        }
    }

    private static final Set<String> STATEMENTS = Set.of("execute", "executeUpdate", "executeQuery", "commit");

    private final String initSql;
    private final int oneIn;
    private volatile boolean deadly;

    /** No pool: a connection that has died is not worth keeping. */
    DyingDataSource(DataSource target, String initSql, int oneIn) {
        super(target);
        this.initSql = initSql;
        this.oneIn = oneIn;
    }

    /** From now on. What an instance looks at while it starts is not what is tried here. */
    void beDeadly() {
        deadly = true;
    }

    @Override
    public Connection getConnection() throws SQLException {
        Connection connection = super.getConnection();
        try (Statement statement = connection.createStatement()) {
            statement.execute(initSql);
        }
        return proxy(Connection.class, connection, connection);
    }

    private <T> T proxy(Class<T> type, T target, Connection connection) {
        InvocationHandler handler = (self, method, arguments) -> {
            boolean statement = STATEMENTS.contains(method.getName());
            if (statement) {
                mayDie(connection);
            }
            Object result;
            try {
                result = method.invoke(target, arguments);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
            if (statement) {
                mayDie(connection);
            }
            return result instanceof PreparedStatement prepared
                    ? proxy(PreparedStatement.class, prepared, connection)
                    : result;
        };
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    /** And takes its time, so that others come in between; sometimes a lot, and who is slow is often dying. */
    private void mayDie(Connection connection) throws SQLException {
        if (!deadly) {
            return;
        }
        ThreadLocalRandom random = ThreadLocalRandom.current();
        boolean slow = random.nextInt(10) == 0;
        LockSupport.parkNanos(random.nextLong(TimeUnit.MILLISECONDS.toNanos(slow ? 200 : 2)));
        if (random.nextInt(slow ? 3 : oneIn) == 0) {
            connection.abort(Runnable::run);
            throw new Died();
        }
    }
}
