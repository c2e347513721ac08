package dev.once.showcase.lab;

import dev.once.localpostgres.TestPostgres;
import java.util.List;
import javax.sql.DataSource;

/** The lab on a fresh database. */
public final class LabDatabase implements AutoCloseable {

    private final LabConnections connections =
            new LabConnections(TestPostgres.shared().newDatabase());

    private LabDatabase() {}

    public static LabDatabase open() {
        return new LabDatabase();
    }

    public DataSource dataSource() {
        return connections.dataSource();
    }

    public LabTables tables() {
        return connections.tables();
    }

    public List<Variant> right() {
        return connections.right();
    }

    @Override
    public void close() {
        connections.close();
    }
}
