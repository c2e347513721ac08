package dev.once.showcase.broken;

import dev.once.showcase.lab.Answer;
import dev.once.showcase.lab.Delivery;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Leaked: the key of one tenant answers another's request, and the other's payment is never booked. */
final class UnscopedKey extends PlainJdbc {

    UnscopedKey(DataSource dataSource) {
        super(dataSource);
    }

    @Override
    public Answer handle(Delivery delivery) throws SQLException {
        try (Connection connection = begin()) {
            String claim = "insert into lab.claims (key, receipt) values (?, ?) on conflict do nothing";
            if (run(connection, claim, delivery.event(), delivery.receipt()) == 0) {
                return Answer.ok(text(connection, "select receipt from lab.claims where key = ?", delivery.event()));
            }
            Answer answer = book(connection, delivery);
            connection.commit();
            return answer;
        }
    }
}
