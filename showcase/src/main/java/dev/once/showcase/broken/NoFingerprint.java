package dev.once.showcase.broken;

import dev.once.showcase.lab.Answer;
import dev.once.showcase.lab.Delivery;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Wrong answer: the key is known, so the old answer is given, and it says yes to a request that nobody has done. */
final class NoFingerprint extends PlainJdbc {

    NoFingerprint(DataSource dataSource) {
        super(dataSource);
    }

    @Override
    public Answer handle(Delivery delivery) throws SQLException {
        try (Connection connection = begin()) {
            String claim = "insert into lab.scoped_claims (scope, key, answer) values (?, ?, ?) on conflict do nothing";
            if (run(connection, claim, delivery.tenant(), delivery.event(), delivery.receipt()) == 0) {
                String answer = "select answer from lab.scoped_claims where key = ? and scope = ?";
                return Answer.ok(text(connection, answer, delivery.event(), delivery.tenant()));
            }
            Answer answer = book(connection, delivery);
            connection.commit();
            return answer;
        }
    }
}
