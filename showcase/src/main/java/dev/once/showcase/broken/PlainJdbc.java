package dev.once.showcase.broken;

import dev.once.showcase.lab.Answer;
import dev.once.showcase.lab.Delivery;
import dev.once.showcase.lab.StagedDataSource;
import dev.once.showcase.lab.Variant;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import javax.sql.DataSource;

/** What the broken variants and the exercises have in common: a connection that may write anything at any time. */
public abstract class PlainJdbc implements Variant {

    private final DataSource dataSource;

    protected PlainJdbc(DataSource dataSource) {
        this.dataSource = new StagedDataSource(dataSource);
    }

    /** Every statement commits for itself. */
    protected final Connection connect() throws SQLException {
        return dataSource.getConnection();
    }

    protected final Connection begin() throws SQLException {
        Connection connection = dataSource.getConnection();
        connection.setAutoCommit(false);
        return connection;
    }

    protected static boolean found(Connection connection, String select, String... parameters) throws SQLException {
        try (PreparedStatement statement = prepared(connection, select, parameters);
                var rows = statement.executeQuery()) {
            return rows.next();
        }
    }

    protected static String text(Connection connection, String select, String... parameters) throws SQLException {
        try (PreparedStatement statement = prepared(connection, select, parameters);
                var rows = statement.executeQuery()) {
            rows.next();
            return rows.getString(1);
        }
    }

    protected static int run(Connection connection, String sql, String... parameters) throws SQLException {
        try (PreparedStatement statement = prepared(connection, sql, parameters)) {
            return statement.executeUpdate();
        }
    }

    /** The work: one payment. */
    protected static Answer book(Connection connection, Delivery delivery) throws SQLException {
        String book = "insert into lab.payments (tenant, event, amount_cents) values (?, ?, cast(? as bigint))";
        run(connection, book, delivery.tenant(), delivery.event(), String.valueOf(delivery.amountCents()));
        return Answer.ok(delivery.receipt());
    }

    /** Outside: no rollback brings it back. */
    protected final void sendMail(Delivery delivery) throws SQLException {
        try (Connection outside = connect()) {
            mail(outside, "lab.mails", delivery);
        }
    }

    /** Written down, to be sent by the lab's relay when it is committed. */
    protected static void enqueueMail(Connection connection, Delivery delivery) throws SQLException {
        mail(connection, "lab.outbox", delivery);
    }

    protected static Answer alreadyBooked() {
        return Answer.ok("already booked");
    }

    private static void mail(Connection connection, String table, Delivery delivery) throws SQLException {
        String sql = "insert into " + table + " (tenant, event, amount_cents) values (?, ?, cast(? as bigint))";
        run(connection, sql, delivery.tenant(), delivery.event(), String.valueOf(delivery.amountCents()));
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
