package dev.once.showcase.broken;

import dev.once.showcase.lab.Answer;
import dev.once.showcase.lab.Delivery;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Doubled: 'for update' locks the rows it finds, and it finds none. */
final class ForUpdateOnMissingRow extends PlainJdbc {

    ForUpdateOnMissingRow(DataSource dataSource) {
        super(dataSource);
    }

    @Override
    public Answer handle(Delivery delivery) throws SQLException {
        try (Connection connection = begin()) {
            if (found(connection, "select 1 from lab.notes where event = ? for update", delivery.event())) {
                return alreadyBooked();
            }
            Answer answer = book(connection, delivery);
            run(connection, "insert into lab.notes (event) values (?)", delivery.event());
            connection.commit();
            return answer;
        }
    }
}
