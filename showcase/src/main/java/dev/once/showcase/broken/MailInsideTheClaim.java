package dev.once.showcase.broken;

import dev.once.showcase.lab.Answer;
import dev.once.showcase.lab.Delivery;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Doubled: the claim and the payment roll back with their worker, and the mail has left. */
final class MailInsideTheClaim extends PlainJdbc {

    MailInsideTheClaim(DataSource dataSource) {
        super(dataSource);
    }

    @Override
    public Answer handle(Delivery delivery) throws SQLException {
        try (Connection connection = begin()) {
            if (run(connection, "insert into lab.claims (key) values (?) on conflict do nothing", delivery.event())
                    == 0) {
                return alreadyBooked();
            }
            Answer answer = book(connection, delivery);
            sendMail(delivery);
            connection.commit();
            return answer;
        }
    }
}
