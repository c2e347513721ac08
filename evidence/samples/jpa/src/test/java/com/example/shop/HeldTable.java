package com.example.shop;

import static org.awaitility.Awaitility.await;

import dev.once.localpostgres.Database;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/** A lock on a table: whoever writes to it stops in the middle of the work. */
final class HeldTable implements AutoCloseable {

    private final Connection holder;
    private final String table;

    HeldTable(Database database, String table) throws SQLException {
        this.holder = database.connect();
        this.table = table;
        holder.setAutoCommit(false);
        try (var statement = holder.createStatement()) {
            statement.execute("lock table public." + table + " in access exclusive mode");
        }
    }

    void awaitSomebodyWaiting() {
        await().atMost(Duration.ofMinutes(1)).until(this::isSomebodyWaiting);
    }

    private boolean isSomebodyWaiting() throws SQLException {
        try (var query = holder.prepareStatement(
                "select count(*) from pg_locks where not granted and relation = cast(? as regclass)")) {
            query.setString(1, "public." + table);
            var rows = query.executeQuery();
            return rows.next() && rows.getLong(1) > 0;
        }
    }

    @Override
    public void close() throws SQLException {
        holder.rollback();
        holder.close();
    }
}
