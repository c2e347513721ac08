package dev.once.core;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.Statement;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A claim's connection as the work sees it: everything but the transaction's own begin and end. What gets around it, such as a
 * statement on the driver's unwrapped connection, is found when the claim is committed.
 */
record GuardedConnection(Object target) implements InvocationHandler {

    private static final Set<String> NOT_FOR_THE_WORK =
            Set.of("commit", "rollback", "setAutoCommit", "setSavepoint", "releaseSavepoint");

    static Connection of(Connection connection) {
        return (Connection) guarded(connection, Connection.class);
    }

    private static Object guarded(Object target, Class<?> type) {
        return Proxy.newProxyInstance(
                GuardedConnection.class.getClassLoader(), new Class<?>[] {type}, new GuardedConnection(target));
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        String name = method.getName();
        if (method.getDeclaringClass() == Object.class && name.equals("equals")) {
            return arguments != null && proxy == arguments[0];
        }
        if (target instanceof Connection) {
            if (NOT_FOR_THE_WORK.contains(name)) {
                throw TransactionWords.refused(name + "()");
            }
            if (name.equals("close")) {
                return null;
            }
        }
        if (arguments != null && arguments.length > 0 && arguments[0] instanceof String text && takesSql(name)) {
            TransactionWords.refuse(text);
        }
        try {
            Object result = method.invoke(target, arguments);
            return name.equals("createStatement") && result != null ? guarded(result, Statement.class) : result;
        } catch (InvocationTargetException e) {
            throw e.getTargetException();
        }
    }

    private static boolean takesSql(String method) {
        return method.startsWith("prepare") || method.startsWith("execute") || method.equals("addBatch");
    }
}
