package dev.once.showcase.broken;

import dev.once.showcase.lab.Answer;
import dev.once.showcase.lab.Delivery;
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
            return alreadyBooked();
        }
        try (Connection connection = connect()) {
            return book(connection, delivery);
        }
    }
}
