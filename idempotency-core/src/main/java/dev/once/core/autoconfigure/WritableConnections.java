package dev.once.core.autoconfigure;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.Properties;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/**
 * Connections beside the application's pool, to the same database, that can write and take their time: a migration may run
 * longer than any statement of a request.
 */
final class WritableConnections extends DriverManagerDataSource {

    private final @Nullable String initSql;

    private WritableConnections(HikariDataSource pool) {
        Properties properties = new Properties();
        properties.putAll(pool.getDataSourceProperties());
        properties.remove("socketTimeout", DatabaseDefaults.SOCKET_TIMEOUT);
        setConnectionProperties(properties);
        setUrl(pool.getJdbcUrl());
        setUsername(pool.getUsername());
        setPassword(pool.getPassword());
        setSchema(pool.getSchema());
        String sql = pool.getConnectionInitSql();
        this.initSql = DatabaseDefaults.INIT_SQL.equals(sql) ? null : sql;
    }

    /** Empty where the pool is not Hikari's, or was not given a URL: then the core has set nothing there either. */
    static Optional<DataSource> beside(@Nullable DataSource dataSource) {
        try {
            return dataSource != null
                            && dataSource.isWrapperFor(HikariDataSource.class)
                            && dataSource.unwrap(HikariDataSource.class).getJdbcUrl() != null
                    ? Optional.of(new WritableConnections(dataSource.unwrap(HikariDataSource.class)))
                    : Optional.empty();
        } catch (SQLException e) {
            return Optional.empty();
        }
    }

    /** An init SQL of the application's own may do more than raise the fence, such as set a search path. */
    @Override
    protected Connection getConnectionFromDriver(Properties properties) throws SQLException {
        Connection connection = super.getConnectionFromDriver(properties);
        if (initSql != null) {
            try (Statement statement = connection.createStatement()) {
                statement.execute(initSql);
                statement.execute("set default_transaction_read_only = off");
            } catch (SQLException e) {
                connection.close();
                throw e;
            }
        }
        return connection;
    }
}
