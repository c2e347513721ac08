package dev.once.showcase.broken;

import dev.once.showcase.lab.Answer;
import dev.once.showcase.lab.Delivery;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Lost: whoever can guess an id can claim it, and the real event is then a duplicate. */
final class ClaimBeforeTheSignature extends PlainJdbc {

    ClaimBeforeTheSignature(DataSource dataSource) {
        super(dataSource);
    }

    @Override
    public Answer handle(Delivery delivery) throws SQLException {
        try (Connection connection = connect()) {
            if (run(connection, "insert into lab.claims (key) values (?) on conflict do nothing", delivery.event())
                    == 0) {
                return alreadyBooked();
            }
            if (!delivery.isGenuine()) {
                return new Answer(400, "bad signature");
            }
            return book(connection, delivery);
        }
    }
}
