package dev.once.showcase.broken;

import dev.once.showcase.lab.Answer;
import dev.once.showcase.lab.Delivery;
import dev.once.showcase.lab.Moment;
import dev.once.showcase.lab.Stage;
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
            Stage.at(Moment.LOOKED, "begins, looks: no note");
            Answer answer = book(connection, delivery);
            run(connection, "insert into lab.notes (event) values (?)", delivery.event());
            connection.commit();
            Stage.note("commits note and payment");
            return answer;
        }
    }
}
