package dev.once.localpostgres;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A PostgreSQL that the processes of one project share while they run; its data stay when the last has left. */
public final class LocalPostgres implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(LocalPostgres.class);

    private final Path folder;
    private final Database database;
    private final int port;
    private final AtomicBoolean closed = new AtomicBoolean();

    private LocalPostgres(Path folder, Database database, int port) {
        this.folder = folder;
        this.database = database;
        this.port = port;
    }

    public static LocalPostgres join(Path folder) {
        String port = Home.setting(Home.PORT, "0");
        try {
            return join(folder, Integer.parseInt(port));
        } catch (NumberFormatException e) {
            throw new LocalPostgresException(
                    Home.PORT + " is '" + port + "', which is no port.", "Set it to a number, or leave it out.", e);
        }
    }

    /** With port 0 the remembered one is used, or another if that is taken. */
    public static LocalPostgres join(Path folder, int port) {
        Path real = realPath(folder);
        Cluster cluster = Membership.join(real, port);
        LOG.info("Local PostgreSQL on port {}, data in {}", cluster.port(), real);
        return new LocalPostgres(real, cluster.database(), cluster.port());
    }

    public String jdbcUrl() {
        return database.jdbcUrl();
    }

    public String username() {
        return database.username();
    }

    public String password() {
        return database.password();
    }

    public Database database() {
        return database;
    }

    public int port() {
        return port;
    }

    /** Leaves; the last of all processes to leave stops the server. The end of the JVM does the same. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            Membership.leave(folder);
        }
    }

    private static Path realPath(Path folder) {
        try {
            return Folders.create(folder).toRealPath();
        } catch (IOException e) {
            throw Folders.failure(folder, e);
        }
    }
}
