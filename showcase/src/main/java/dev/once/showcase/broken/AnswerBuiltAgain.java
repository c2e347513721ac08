package dev.once.showcase.broken;

import dev.once.showcase.lab.Answer;
import dev.once.showcase.lab.Delivery;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Wrong answer: the repeat hears how the payment is today, and the answer that was given first is gone. */
final class AnswerBuiltAgain extends PlainJdbc {

    AnswerBuiltAgain(DataSource dataSource) {
        super(dataSource);
    }

    @Override
    public Answer handle(Delivery delivery) throws SQLException {
        try (Connection connection = begin()) {
            if (run(connection, "insert into lab.claims (key) values (?) on conflict do nothing", delivery.event())
                    == 0) {
                String status = text(connection, "select status from lab.payments where event = ?", delivery.event());
                return Answer.ok(delivery.receipt(status));
            }
            Answer answer = book(connection, delivery);
            connection.commit();
            return answer;
        }
    }
}
