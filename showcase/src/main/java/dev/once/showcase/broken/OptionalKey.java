package dev.once.showcase.broken;

import dev.once.showcase.lab.Answer;
import dev.once.showcase.lab.Delivery;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Doubled: the client that forgets its key is served all the same, as often as it sends. */
final class OptionalKey extends PlainJdbc {

    OptionalKey(DataSource dataSource) {
        super(dataSource);
    }

    @Override
    public Answer handle(Delivery delivery) throws SQLException {
        try (Connection connection = begin()) {
            String claim = "insert into lab.claims (key) values (?) on conflict do nothing";
            if (delivery.key().isPresent()
                    && run(connection, claim, delivery.key().get()) == 0) {
                return alreadyBooked();
            }
            Answer answer = book(connection, delivery);
            connection.commit();
            return answer;
        }
    }
}
