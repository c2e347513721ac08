package dev.once.showcase.learn;

import dev.once.core.support.Infrastructure;
import dev.once.showcase.lab.Answer;
import dev.once.showcase.lab.Delivery;
import dev.once.showcase.lab.Variant;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Optional;
import javax.sql.DataSource;

/** The pattern in plain JDBC, for reading. In a service, use the core. */
@Infrastructure("the lesson shows what a claim is made of, without the library around it")
final class OnceInFortyLines implements Variant {

    static final String SCHEMA =
            """
            create table if not exists lab.scoped_claims (
              scope text, key text, fingerprint text, answer text, claimed_at timestamptz not null default now(),
              primary key (scope, key))
            """;

    private final DataSource dataSource;

    OnceInFortyLines(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    @Override
    public Answer handle(Delivery sent) throws SQLException {
        if (!sent.isGenuine() || sent.key().isEmpty()) { // who are you, what is the key
            return new Answer(400, "a signature and a key are required");
        }
        String[] attempt = {sent.tenant(), sent.key().get(), String.valueOf(sent.amountCents())};
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            run(connection, "set local lock_timeout = '2s'");
            String claim = "insert into lab.scoped_claims (scope, key, fingerprint) values (?, ?, ?)";
            if (run(connection, claim + " on conflict do nothing returning key", attempt)
                    .isEmpty()) { // a repeat
                String read = "select answer from lab.scoped_claims where (scope, key, fingerprint) = (?, ?, ?)";
                return run(connection, read, attempt).map(Answer::ok).orElse(new Answer(422, "another request"));
            }
            String payment = " (tenant, event, amount_cents) values (?, ?, cast(? as bigint))";
            run(connection, "insert into lab.payments" + payment, attempt); // the work
            run(connection, "insert into lab.outbox" + payment, attempt); // its mail, written down
            String store = "update lab.scoped_claims set answer = ? where scope = ? and key = ?";
            run(connection, store, sent.receipt(), attempt[0], attempt[1]); // the answer
            connection.commit(); // all of it, or nothing
            return Answer.ok(sent.receipt());
        } catch (SQLException e) {
            if ("55P03".equals(e.getSQLState())) { // the wait for the first one was too long
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

    /** The first value of the first row, if there is one. */
    private static Optional<String> run(Connection connection, String sql, String... values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setString(i + 1, values[i]);
            }
            boolean hasRow = statement.execute() && statement.getResultSet().next();
            return hasRow ? Optional.of(statement.getResultSet().getString(1)) : Optional.empty();
        }
    }
}
