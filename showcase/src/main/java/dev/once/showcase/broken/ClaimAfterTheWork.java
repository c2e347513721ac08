package dev.once.showcase.broken;

import dev.once.showcase.lab.Answer;
import dev.once.showcase.lab.Delivery;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Doubled: whoever dies between the work and the claim leaves a payment that nobody knows of. */
final class ClaimAfterTheWork extends PlainJdbc {

    ClaimAfterTheWork(DataSource dataSource) {
        super(dataSource);
    }

    @Override
    public Answer handle(Delivery delivery) throws SQLException {
        try (Connection connection = connect()) {
            if (found(connection, "select 1 from lab.claims where key = ?", delivery.event())) {
                return alreadyBooked();
            }
            Answer answer = book(connection, delivery);
            run(connection, "insert into lab.claims (key) values (?) on conflict do nothing", delivery.event());
            return answer;
        }
    }
}
