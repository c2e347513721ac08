package dev.once.benchmarks.contestants;

import com.zaxxer.hikari.HikariDataSource;
import dev.once.core.Idempotencies;
import dev.once.core.Idempotencies.HostTransactions;
import dev.once.core.autoconfigure.DatabaseDefaults;
import dev.once.core.protocol.ProtocolObserver;
import dev.once.localpostgres.Database;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * What all contestants stand on: one database and two pools of the same size and with the same driver settings. Once's
 * connections are read only by default, as it sets them up; all others use the plain pool.
 */
public final class Ground implements AutoCloseable {

    private final Database database;
    private final int connections;
    private final Duration patience;
    private final HikariDataSource plain;
    private final HikariDataSource fenced;
    private final JdbcClient jdbc;
    private final List<AutoCloseable> guests = new ArrayList<>();

    public Ground(Database database, String jdbcUrl, int connections) {
        this(database, jdbcUrl, connections, Duration.ofSeconds(30));
    }

    /** @param patience how long a caller waits for a connection */
    public Ground(Database database, String jdbcUrl, int connections, Duration patience) {
        this.database = database;
        this.connections = connections;
        this.patience = patience;
        this.plain = pool(jdbcUrl, null);
        this.fenced = pool(jdbcUrl, DatabaseDefaults.INIT_SQL);
        this.jdbc = JdbcClient.create(plain);
    }

    private HikariDataSource pool(String jdbcUrl, @Nullable String initSql) {
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl(jdbcUrl);
        pool.setUsername(database.username());
        pool.setPassword(database.password());
        pool.setMaximumPoolSize(connections);
        pool.setMinimumIdle(1);
        pool.setConnectionTimeout(patience.toMillis());
        pool.setConnectionInitSql(initSql);
        return pool;
    }

    /** The pool of everyone but Once. */
    public DataSource plain() {
        return plain;
    }

    /** A new instance of Once: what another process would be. */
    public Idempotencies once() {
        return once(fenced, HostTransactions.none());
    }

    Idempotencies once(DataSource dataSource, HostTransactions transactions) {
        return new Idempotencies(
                dataSource,
                transactions,
                Idempotencies.Limits.forPoolOf(connections),
                UnaryOperator.identity(),
                new SimpleMeterRegistry(),
                ProtocolObserver.NONE,
                false);
    }

    /** A schema for one contestant with its table of business rows; drops what was there. Returns the table's name. */
    public String schema(String name, String tables) {
        run("drop schema if exists " + name + " cascade; create schema " + name);
        run(
                """
                create table %s.effects (
                  id uuid not null default uuidv7() constraint effects_pk primary key,
                  scope text not null, idempotency_key text not null, amount int not null,
                  created_at timestamptz not null default now())"""
                        .formatted(name));
        run("set search_path = " + name + ";" + tables);
        return name + ".effects";
    }

    public long number(String sql) {
        return jdbc.sql(sql).query(Long.class).single();
    }

    public String text(String sql) {
        return jdbc.sql(sql).query(String.class).single();
    }

    public List<Key> keys(String sql) {
        return jdbc.sql(sql)
                .query((row, i) -> new Key(row.getString(1), row.getString(2)))
                .list();
    }

    /** On a connection of its own, since it may change settings. */
    public void run(String sql) {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    /** Ended before the pools are. */
    void onClose(AutoCloseable guest) {
        guests.add(guest);
    }

    @Override
    public void close() throws Exception {
        for (AutoCloseable guest : guests) {
            guest.close();
        }
        plain.close();
        fenced.close();
    }
}
