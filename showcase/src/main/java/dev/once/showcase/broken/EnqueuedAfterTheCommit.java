package dev.once.showcase.broken;

import dev.once.showcase.lab.Answer;
import dev.once.showcase.lab.Delivery;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Lost: whoever dies between the commit and the queue leaves a payment without its mail, and the repeat finds it done. */
final class EnqueuedAfterTheCommit extends PlainJdbc {

    EnqueuedAfterTheCommit(DataSource dataSource) {
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
            connection.commit();
            enqueueMail(connection, delivery);
            connection.commit();
            return answer;
        }
    }
}
