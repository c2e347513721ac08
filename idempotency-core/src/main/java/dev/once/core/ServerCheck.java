package dev.once.core;

import dev.once.core.support.StartupRefusedException;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.postgresql.PGConnection;
import org.postgresql.jdbc.PreferQueryMode;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.util.ClassUtils;

/** Looks at the server, and at the way to it, before the core sends what only PostgreSQL understands. */
final class ServerCheck {

    private static final int OLDEST = 15;
    private static final String USE_POSTGRESQL =
            "Set spring.datasource.url (SPRING_DATASOURCE_URL) to a PostgreSQL " + OLDEST + " or newer.";

    private ServerCheck() {}

    static void check(DataSource dataSource, boolean poolerSafe) {
        JdbcTemplate template = new JdbcTemplate(dataSource);
        template.execute((Connection connection) -> {
            requirePostgres(connection);
            if (!poolerSafe) {
                requireNoPoolerOrNothingPrepared(connection);
            }
            return true;
        });
    }

    private static void requirePostgres(Connection connection) throws SQLException {
        String product = connection.getMetaData().getDatabaseProductName();
        if (!product.equals("PostgreSQL")) {
            throw new StartupRefusedException(
                    "The database is " + product + ": Once works on PostgreSQL only.", USE_POSTGRESQL);
        }
        int version = connection.getMetaData().getDatabaseMajorVersion();
        if (version < OLDEST) {
            throw new StartupRefusedException(
                    "The database is PostgreSQL %d: Once works on %d and newer.".formatted(version, OLDEST),
                    USE_POSTGRESQL);
        }
    }

    /**
     * A pooler gives the driver a process number of its own, and not the server's. Where it hands out connections by the
     * transaction, a statement that was prepared on one of them is missing on the next, or is another client's.
     */
    private static void requireNoPoolerOrNothingPrepared(Connection connection) throws SQLException {
        if (!ClassUtils.isPresent("org.postgresql.PGConnection", ServerCheck.class.getClassLoader())
                || !connection.isWrapperFor(PGConnection.class)) {
            throw new StartupRefusedException(
                    "The connections are not those of PostgreSQL's own JDBC driver, so that nobody can tell whether a pooler"
                            + " such as PgBouncer stands before the server.",
                    "Use org.postgresql:postgresql, or, where no pooler shares out prepared statements, say so: once.pooler-safe=true.");
        }
        PGConnection driver = connection.unwrap(PGConnection.class);
        boolean prepares = driver.getPrepareThreshold() != 0 && driver.getPreferQueryMode() != PreferQueryMode.SIMPLE;
        if (prepares && driver.getBackendPID() != serverProcess(connection)) {
            throw new StartupRefusedException(
                    "There is a pooler such as PgBouncer between here and the server, and the driver prepares statements: one that"
                            + " belongs to another client could run in the middle of a claim.",
                    "Add prepareThreshold=0 to the URL. Where the pooler keeps prepared statements apart (session pooling, or"
                            + " PgBouncer 1.21 and newer with max_prepared_statements), say so: once.pooler-safe=true.");
        }
    }

    private static int serverProcess(Connection connection) throws SQLException {
        try (var statement = connection.createStatement();
                var result = statement.executeQuery("select pg_backend_pid()")) {
            result.next();
            return result.getInt(1);
        }
    }
}
