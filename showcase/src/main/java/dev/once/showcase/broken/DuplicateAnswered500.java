package dev.once.showcase.broken;

import dev.once.showcase.lab.Answer;
import dev.once.showcase.lab.Delivery;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Stuck: the repeat is refused as an error. The sender, whose first answer got lost, never hears a yes. */
final class DuplicateAnswered500 extends PlainJdbc {

    DuplicateAnswered500(DataSource dataSource) {
        super(dataSource);
    }

    @Override
    public Answer handle(Delivery delivery) throws SQLException {
        try (Connection connection = begin()) {
            run(connection, "insert into lab.claims (key) values (?)", delivery.event());
            Answer answer = book(connection, delivery);
            connection.commit();
            return answer;
        }
    }
}
