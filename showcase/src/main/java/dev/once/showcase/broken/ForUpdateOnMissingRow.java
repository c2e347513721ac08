package dev.once.showcase.broken;

import dev.once.showcase.lab.Answer;
import dev.once.showcase.lab.Delivery;
import dev.once.showcase.lab.Moment;
import dev.once.showcase.lab.Stage;
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
            Stage.at(Moment.LOOKED, "locks all notes of the event: none");
            Answer answer = book(connection, delivery);
            run(connection, "insert into lab.notes (event) values (?)", delivery.event());
            connection.commit();
            Stage.note("commits note and payment");
            return answer;
        }
    }
}
