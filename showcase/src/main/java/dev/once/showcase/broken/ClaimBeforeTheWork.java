package dev.once.showcase.broken;

import dev.once.showcase.lab.Answer;
import dev.once.showcase.lab.Delivery;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Stuck: whoever dies between the claim and the work leaves a key that says 'processing' for ever. */
final class ClaimBeforeTheWork extends PlainJdbc {

    ClaimBeforeTheWork(DataSource dataSource) {
        super(dataSource);
    }

    @Override
    public Answer handle(Delivery delivery) throws SQLException {
        try (Connection connection = connect()) {
            String claim = "insert into lab.claims (key, status) values (?, 'processing') on conflict do nothing";
            if (run(connection, claim, delivery.event()) == 0) {
                String status = text(connection, "select status from lab.claims where key = ?", delivery.event());
                return status.equals("done") ? alreadyBooked() : new Answer(409, "in progress, try later");
            }
            Answer answer = book(connection, delivery);
            run(connection, "update lab.claims set status = 'done' where key = ?", delivery.event());
            return answer;
        }
    }
}
