package dev.once.showcase.broken;

import dev.once.showcase.lab.Answer;
import dev.once.showcase.lab.Delivery;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Doubled: a transaction is no lock. Nobody sees what others have not committed. */
final class CheckThenInsertInTransaction extends PlainJdbc {

    CheckThenInsertInTransaction(DataSource dataSource) {
        super(dataSource);
    }

    @Override
    public Answer handle(Delivery delivery) throws SQLException {
        try (Connection connection = begin()) {
            if (found(connection, "select 1 from lab.notes where event = ?", delivery.event())) {
                return alreadyBooked();
            }
            Answer answer = book(connection, delivery);
            run(connection, "insert into lab.notes (event) values (?)", delivery.event());
            connection.commit();
            return answer;
        }
    }
}
