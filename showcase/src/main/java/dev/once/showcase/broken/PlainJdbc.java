package dev.once.showcase.broken;

import dev.once.showcase.lab.Answer;
import dev.once.showcase.lab.Delivery;
import dev.once.showcase.lab.Moment;
import dev.once.showcase.lab.Stage;
import dev.once.showcase.lab.Variant;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import javax.sql.DataSource;

/** What the broken variants have in common: a connection that may write anything at any time. */
abstract class PlainJdbc implements Variant {

    private final DataSource dataSource;

    PlainJdbc(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** Every statement commits for itself. */
    final Connection connect() throws SQLException {
        return dataSource.getConnection();
    }

    final Connection begin() throws SQLException {
        Connection connection = dataSource.getConnection();
        connection.setAutoCommit(false);
        return connection;
    }

    static boolean found(Connection connection, String select, String key) throws SQLException {
        try (PreparedStatement statement = prepared(connection, select, key);
                var rows = statement.executeQuery()) {
            return rows.next();
        }
    }

    static String text(Connection connection, String select, String key) throws SQLException {
        try (PreparedStatement statement = prepared(connection, select, key);
                var rows = statement.executeQuery()) {
            rows.next();
            return rows.getString(1);
        }
    }

    static int run(Connection connection, String sql, String... parameters) throws SQLException {
        try (PreparedStatement statement = prepared(connection, sql, parameters)) {
            return statement.executeUpdate();
        }
    }

    /** The work: one payment. */
    static Answer book(Connection connection, Delivery delivery) throws SQLException {
        String book =
                "insert into lab.payments (tenant, event, amount_cents) values (?, ?, " + Delivery.AMOUNT_CENTS + ")";
        run(connection, book, delivery.tenant(), delivery.event());
        Stage.at(Moment.WORKED, "books the payment");
        return Answer.ok(delivery.receipt());
    }

    static Answer alreadyBooked() {
        return Answer.ok("already booked");
    }

    private static PreparedStatement prepared(Connection connection, String sql, String... parameters)
            throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        for (int i = 0; i < parameters.length; i++) {
            statement.setString(i + 1, parameters[i]);
        }
        return statement;
    }
}
