package dev.once.showcase.learn;

import dev.once.core.support.Infrastructure;
import dev.once.showcase.lab.Answer;
import dev.once.showcase.lab.Delivery;
import dev.once.showcase.lab.Variant;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import javax.sql.DataSource;

/** The pattern in plain JDBC, for reading. In a service, use the core. */
@Infrastructure("the lesson shows what a claim is made of, without the library around it")
final class OnceInFortyLines implements Variant {

    static final String SCHEMA =
            """
            create table if not exists lab.scoped_claims (
              scope text not null, key text not null, fingerprint text, answer text,
              claimed_at timestamptz not null default now(),
              primary key (scope, key))
            """;

    private static final String CLAIM =
            "insert into lab.scoped_claims (scope, key, fingerprint) values (?, ?, ?) on conflict do nothing";
    private static final String STORE = "update lab.scoped_claims set answer = ? where scope = ? and key = ?";
    private static final String READ = "select fingerprint, answer from lab.scoped_claims where scope = ? and key = ?";
    private static final String BOOK = "insert into lab.payments (tenant, event, amount_cents) values (?, ?, ?)";
    private static final String MAIL = "insert into lab.outbox (tenant, event, amount_cents) values (?, ?, ?)";

    private final DataSource dataSource;

    OnceInFortyLines(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    @Override
    public Answer handle(Delivery sent) throws SQLException {
        if (!sent.isGenuine() || sent.key().isEmpty()) { // who are you, what is the key
            return new Answer(400, "a signature and a key are required");
        }
        String key = sent.key().get();
        String fingerprint = String.valueOf(sent.amountCents());
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            run(connection, "set local lock_timeout = '2s'");
            if (run(connection, CLAIM, sent.tenant(), key, fingerprint) == 0) { // somebody was first: replay
                try (PreparedStatement read = prepared(connection, READ, sent.tenant(), key);
                        var rows = read.executeQuery()) {
                    rows.next();
                    boolean same = fingerprint.equals(rows.getString("fingerprint"));
                    return same ? Answer.ok(rows.getString("answer")) : new Answer(422, "this key had another request");
                }
            }
            run(connection, BOOK, sent.tenant(), sent.event(), sent.amountCents()); // the work
            run(connection, MAIL, sent.tenant(), sent.event(), sent.amountCents()); // its consequence, written down
            run(connection, STORE, sent.receipt(), sent.tenant(), key); // the answer
            connection.commit(); // all of it, or nothing
            return Answer.ok(sent.receipt());
        } catch (SQLException e) {
            if ("55P03".equals(e.getSQLState())) {
                return new Answer(503, "still running, try again");
            }
            throw e;
        }
    }

    @Override
    public void sweep() throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            run(connection, "delete from lab.scoped_claims where claimed_at < now() - interval '30 days'");
        }
    }

    private static int run(Connection connection, String sql, Object... parameters) throws SQLException {
        try (PreparedStatement statement = prepared(connection, sql, parameters)) {
            return statement.executeUpdate();
        }
    }

    private static PreparedStatement prepared(Connection connection, String sql, Object... parameters)
            throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        for (int i = 0; i < parameters.length; i++) {
            statement.setObject(i + 1, parameters[i]);
        }
        return statement;
    }
}
