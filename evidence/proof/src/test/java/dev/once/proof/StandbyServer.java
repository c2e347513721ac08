package dev.once.proof;

import dev.once.localpostgres.Database;
import dev.once.localpostgres.EmbeddedServer;
import dev.once.localpostgres.TestPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** A server of its own that can be made a hot standby, which reads and never writes, and promoted again. */
final class StandbyServer implements AutoCloseable {

    private final EmbeddedServer server = TestPostgres.ownServer();

    Database newDatabase() {
        return server.newDatabase();
    }

    EmbeddedServer server() {
        return server;
    }

    /** Starts it again in recovery, where it stays: there is no primary to follow, and nothing that ends it. */
    void demote() throws IOException {
        Path data = Path.of(ask("show data_directory"));
        server.stop();
        Files.createFile(data.resolve("standby.signal"));
        server.start();
    }

    /** Returns when the server writes again. */
    void promote() {
        ask("select pg_promote()");
    }

    private String ask(String sql) {
        try (Connection connection = server.database().connect();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            result.next();
            return result.getString(1);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
