package dev.once.showcase.broken;

import dev.once.showcase.lab.Answer;
import dev.once.showcase.lab.Delivery;
import dev.once.showcase.lab.Moment;
import dev.once.showcase.lab.Stage;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;

/** Doubled: the second process has a memory of its own, and so has the first after a restart. */
final class InMemorySet extends PlainJdbc {

    private final Set<String> seen = ConcurrentHashMap.newKeySet();

    InMemorySet(DataSource dataSource) {
        super(dataSource);
    }

    @Override
    public Answer handle(Delivery delivery) throws SQLException {
        if (!seen.add(delivery.event())) {
            Stage.note("remembers the event");
            return alreadyBooked();
        }
        Stage.at(Moment.CLAIMED, "is new to this process");
        try (Connection connection = connect()) {
            return book(connection, delivery);
        }
    }
}
