package dev.once.showcase.broken;

import dev.once.showcase.lab.Answer;
import dev.once.showcase.lab.Delivery;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Doubled: the lock ends by the clock, the work does not. */
final class TtlExpiresMidWork extends PlainJdbc {

    private static final String TAKE =
            """
            insert into lab.locks (key, expires_at) values (?, now() + interval '5 minutes')
            on conflict (key) do update set expires_at = excluded.expires_at
            where locks.expires_at < now() and not locks.done
            """;

    TtlExpiresMidWork(DataSource dataSource) {
        super(dataSource);
    }

    @Override
    public Answer handle(Delivery delivery) throws SQLException {
        try (Connection connection = connect()) {
            if (run(connection, TAKE, delivery.event()) == 0) {
                boolean done = found(connection, "select 1 from lab.locks where key = ? and done", delivery.event());
                return done ? alreadyBooked() : new Answer(409, "in progress, try later");
            }
            Answer answer = book(connection, delivery);
            run(connection, "update lab.locks set done = true where key = ?", delivery.event());
            return answer;
        }
    }
}
