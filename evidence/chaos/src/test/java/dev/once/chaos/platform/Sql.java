package dev.once.chaos.platform;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** What a test asks the database itself, past every app. */
record Sql(Connection connection) implements AutoCloseable {

    interface Row<T> {
        T read(ResultSet row) throws SQLException;
    }

    long count(String sql, Object... parameters) throws SQLException {
        return list(sql, row -> row.getLong(1), parameters).get(0);
    }

    int update(String sql, Object... parameters) throws SQLException {
        try (PreparedStatement statement = prepared(sql, parameters)) {
            return statement.executeUpdate();
        }
    }

    <T> List<T> list(String sql, Row<T> reader, Object... parameters) throws SQLException {
        List<T> rows = new ArrayList<>();
        try (PreparedStatement statement = prepared(sql, parameters);
                ResultSet result = statement.executeQuery()) {
            while (result.next()) {
                rows.add(reader.read(result));
            }
        }
        return rows;
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }

    private PreparedStatement prepared(String sql, Object... parameters) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        for (int i = 0; i < parameters.length; i++) {
            statement.setObject(i + 1, parameters[i]);
        }
        return statement;
    }
}
