package dev.once.api.effects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.once.api.ApiTest;
import dev.once.core.support.Uuids;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** Where tables are distributed, one node's part of a commit can be seen before another's. */
class ExportBeforeItsCauseTest extends ApiTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @Autowired
    DataSource dataSource;

    @Test
    void an_export_whose_commit_stalls_is_made_when_it_can_be_seen() throws SQLException {
        UUID export = Uuids.next();
        UUID message = Uuids.next();
        try (Connection stalled = writing()) {
            run(
                    stalled,
                    "insert into api.exports (client_id, id, idempotency_key, invoices) values ('acme', '%s', '%s', 0)"
                            .formatted(export, newKey()));
            try (Connection seen = writing()) {
                run(
                        seen,
                        "insert into once.outbox (id, topic, payload) values ('%s', 'api.export', '{\"clientId\":\"acme\",\"exportId\":\"%s\"}')"
                                .formatted(message, export));
                seen.commit();
            }
            await().atMost(PATIENCE)
                    .until(() ->
                            count("select count(*) from once.outbox where id = :id and attempts > 0", message) == 1);
            assertThat(count("select count(*) from once.outbox where id = :id and done_at is not null", message))
                    .as("done before it was there")
                    .isZero();
            stalled.commit();
        }
        await().atMost(PATIENCE)
                .until(() ->
                        count("select count(*) from api.exports where id = :id and finished_at is not null", export)
                                == 1);
    }

    private long count(String sql, UUID id) {
        return reads.query(sql).param("id", id).count();
    }

    private Connection writing() throws SQLException {
        Connection connection = dataSource.getConnection();
        connection.setAutoCommit(false);
        run(connection, "set transaction read write");
        run(connection, "set local idle_in_transaction_session_timeout = 0");
        return connection;
    }

    private static void run(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
