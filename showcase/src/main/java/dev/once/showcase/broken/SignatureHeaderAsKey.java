package dev.once.showcase.broken;

import dev.once.showcase.lab.Answer;
import dev.once.showcase.lab.Delivery;
import dev.once.showcase.lab.Moment;
import dev.once.showcase.lab.Stage;
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
            Stage.at(Moment.CLAIMED, "claims the header " + key.substring(0, 12));
            Answer answer = book(connection, delivery);
            connection.commit();
            Stage.note("commits claim and payment");
            return answer;
        }
    }
}
