package dev.once.showcase.broken;

import dev.once.showcase.lab.Answer;
import dev.once.showcase.lab.Delivery;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Lost: the caught error has aborted the transaction, and the commit returns as if nothing were. */
final class SwallowedException extends PlainJdbc {

    SwallowedException(DataSource dataSource) {
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
            try {
                found(connection, "select lab.write_audit(?)", delivery.event());
            } catch (SQLException e) {
                // The audit line can wait; the payment cannot.
            }
            connection.commit();
            return answer;
        }
    }
}
