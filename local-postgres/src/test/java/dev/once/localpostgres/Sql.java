package dev.once.localpostgres;

import java.sql.SQLException;

final class Sql {

    private Sql() {}

    static void run(Database database, String sql) throws SQLException {
        try (var connection = database.connect();
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    static String ask(Database database, String sql) throws SQLException {
        try (var connection = database.connect();
                var statement = connection.createStatement();
                var result = statement.executeQuery(sql)) {
            result.next();
            return result.getString(1);
        }
    }
}
