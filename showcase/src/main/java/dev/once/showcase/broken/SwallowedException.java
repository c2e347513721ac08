package dev.once.showcase.broken;

import dev.once.showcase.lab.Answer;
import dev.once.showcase.lab.Delivery;
import dev.once.showcase.lab.Moment;
import dev.once.showcase.lab.Stage;
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
            Stage.at(Moment.CLAIMED, "claims the event, not committed");
            Answer answer = book(connection, delivery);
            try {
                found(connection, "select lab.write_audit(?)", delivery.event());
            } catch (SQLException e) {
                Stage.note("logs a warning: " + firstLine(e));
            }
            connection.commit();
            Stage.note("commit() returns normally");
            return answer;
        }
    }

    private static String firstLine(SQLException e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    }
}
