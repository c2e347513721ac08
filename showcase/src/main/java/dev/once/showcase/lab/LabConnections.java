package dev.once.showcase.lab;

import com.zaxxer.hikari.HikariDataSource;
import dev.once.core.Idempotencies;
import dev.once.core.autoconfigure.DatabaseDefaults;
import dev.once.core.protocol.ProtocolObserver;
import dev.once.core.support.Infrastructure;
import dev.once.localpostgres.Database;
import dev.once.migrations.Migrations;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** The lab on a database, without an application around it: a pool that may write anything, and the core on a fenced one. */
@Infrastructure("broken code and exercises need connections that may write anything")
public final class LabConnections implements AutoCloseable {

    private final HikariDataSource open;
    private final HikariDataSource fenced;
    private final LabTables tables;
    private final RightInstances right;

    /** Its tables are there afterwards, too. */
    public LabConnections(Database database) {
        Migrations.migrate(
                new DriverManagerDataSource(database.jdbcUrl(), database.username(), database.password()),
                List.of("core", "showcase"));
        this.open = pool(database, 26);
        this.fenced = pool(database, 10);
        fenced.setConnectionInitSql(DatabaseDefaults.INIT_SQL);
        Idempotencies core = new Idempotencies(
                fenced,
                Idempotencies.Limits.forPoolOf(10),
                UnaryOperator.identity(),
                new SimpleMeterRegistry(),
                ProtocolObserver.NONE);
        this.tables = new LabTables(core.writes(), core.reads());
        this.right = new RightInstances(fenced);
    }

    public DataSource dataSource() {
        return open;
    }

    public LabTables tables() {
        return tables;
    }

    public List<Variant> right() {
        return right.variants();
    }

    @Override
    public void close() {
        open.close();
        fenced.close();
    }

    private static HikariDataSource pool(Database database, int connections) {
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl(database.jdbcUrl());
        pool.setUsername(database.username());
        pool.setPassword(database.password());
        pool.setMaximumPoolSize(connections);
        pool.setMinimumIdle(0);
        return pool;
    }
}
