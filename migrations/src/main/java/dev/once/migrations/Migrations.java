package dev.once.migrations;

import java.util.List;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;

/** One folder, one schema and one history table an owner, so that apps and adopters never collide. */
public final class Migrations {

    private static final String CORE = "core";

    /** The core lives in the schema {@code once}; every other owner in the schema of its own name. */
    public static Flyway of(String owner, DataSource dataSource) {
        return Flyway.configure()
                .dataSource(dataSource)
                .locations("classpath:once/migrations/" + owner)
                .schemas(owner.equals(CORE) ? "once" : owner)
                .table("schema_history")
                .load();
    }

    /** In the order given: the core first, since others refer to it. Several processes may do this at once. */
    public static void migrate(DataSource dataSource, List<String> owners) {
        owners.forEach(owner -> of(owner, dataSource).migrate());
    }

    private Migrations() {}
}
