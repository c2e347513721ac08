package dev.once.showcase.broken;

import dev.once.showcase.lab.Answer;
import dev.once.showcase.lab.Delivery;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Doubled: the claim rolls back with its worker, the work does not: it was on another connection. */
final class WorkOnAnotherConnection extends PlainJdbc {

    WorkOnAnotherConnection(DataSource dataSource) {
        super(dataSource);
    }

    @Override
    public Answer handle(Delivery delivery) throws SQLException {
        try (Connection connection = begin();
                Connection another = connect()) {
            if (run(connection, "insert into lab.claims (key) values (?) on conflict do nothing", delivery.event())
                    == 0) {
                return alreadyBooked();
            }
            Answer answer = book(another, delivery);
            connection.commit();
            return answer;
        }
    }
}
