package dev.once.core;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A message that the work leaves. If it is the last thing that the work does, it travels with the commit. */
record OutboxEntry(UUID id, String topic, String payload, @Nullable Attempt attempt) {

    static final String INSERT =
            """
            insert into {once}.outbox (id, topic, payload, scope, idempotency_key) values (?, ?, cast(? as jsonb), ?, ?)""";

    /** Returns the place of the next parameter. */
    int bind(PreparedStatement statement) throws SQLException {
        statement.setObject(1, id);
        statement.setString(2, topic);
        statement.setString(3, payload);
        statement.setString(4, attempt == null ? null : attempt.scope().value());
        statement.setString(5, attempt == null ? null : attempt.key().value());
        return 6;
    }
}
