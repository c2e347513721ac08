package dev.once.showcase.broken;

import dev.once.showcase.lab.Answer;
import dev.once.showcase.lab.Delivery;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Doubled: the signature says who sent it, not what is the same. It holds the time, so it is new each time. */
final class SignatureHeaderAsKey extends PlainJdbc {

    SignatureHeaderAsKey(DataSource dataSource) {
        super(dataSource);
    }

    @Override
    public Answer handle(Delivery delivery) throws SQLException {
        try (Connection connection = begin()) {
            String key = delivery.signature();
            if (run(connection, "insert into lab.claims (key) values (?) on conflict do nothing", key) == 0) {
                return alreadyBooked();
            }
            Answer answer = book(connection, delivery);
            connection.commit();
            return answer;
        }
    }
}
