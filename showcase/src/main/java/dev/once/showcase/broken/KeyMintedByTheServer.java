package dev.once.showcase.broken;

import dev.once.showcase.lab.Answer;
import dev.once.showcase.lab.Delivery;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.UUID;
import javax.sql.DataSource;

/** Doubled: a key that the receiver makes is new each time. Only the sender knows what is the same. */
final class KeyMintedByTheServer extends PlainJdbc {

    KeyMintedByTheServer(DataSource dataSource) {
        super(dataSource);
    }

    @Override
    public Answer handle(Delivery delivery) throws SQLException {
        try (Connection connection = begin()) {
            String key = UUID.randomUUID().toString();
            if (run(connection, "insert into lab.claims (key) values (?) on conflict do nothing", key) == 0) {
                return alreadyBooked();
            }
            Answer answer = book(connection, delivery);
            connection.commit();
            return answer;
        }
    }
}
