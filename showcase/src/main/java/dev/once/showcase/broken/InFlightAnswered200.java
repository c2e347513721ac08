package dev.once.showcase.broken;

import dev.once.showcase.lab.Answer;
import dev.once.showcase.lab.Delivery;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Lost: a yes to what has not been committed. If the first then fails, nobody sends it again. */
final class InFlightAnswered200 extends PlainJdbc {

    InFlightAnswered200(DataSource dataSource) {
        super(dataSource);
    }

    @Override
    public Answer handle(Delivery delivery) throws SQLException {
        try (Connection connection = begin()) {
            run(connection, "set local lock_timeout = '50ms'");
            if (run(connection, "insert into lab.claims (key) values (?) on conflict do nothing", delivery.event())
                    == 0) {
                return alreadyBooked();
            }
            Answer answer = book(connection, delivery);
            connection.commit();
            return answer;
        } catch (SQLException e) {
            if ("55P03".equals(e.getSQLState())) {
                return Answer.ok("in progress already");
            }
            throw e;
        }
    }
}
