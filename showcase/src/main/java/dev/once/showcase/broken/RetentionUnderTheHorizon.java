package dev.once.showcase.broken;

import dev.once.showcase.lab.Answer;
import dev.once.showcase.lab.Delivery;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Doubled: claims are forgotten after a day, and the provider retries for three. */
final class RetentionUnderTheHorizon extends PlainJdbc {

    RetentionUnderTheHorizon(DataSource dataSource) {
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
            return answer;
        }
    }

    @Override
    public void sweep() throws SQLException {
        try (Connection connection = connect()) {
            run(connection, "delete from lab.claims where claimed_at < now() - interval '24 hours'");
        }
    }
}
