package dev.once.showcase.broken;

import dev.once.showcase.lab.Answer;
import dev.once.showcase.lab.Delivery;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Doubled: between the look and the note there is room for everybody. */
final class CheckThenInsert extends PlainJdbc {

    CheckThenInsert(DataSource dataSource) {
        super(dataSource);
    }

    @Override
    public Answer handle(Delivery delivery) throws SQLException {
        try (Connection connection = connect()) {
            if (found(connection, "select 1 from lab.notes where event = ?", delivery.event())) {
                return alreadyBooked();
            }
            Answer answer = book(connection, delivery);
            run(connection, "insert into lab.notes (event) values (?)", delivery.event());
            return answer;
        }
    }
}
