package dev.once.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Looking first and inserting then, in one transaction, at each isolation level: what docs/03 says. */
class IsolationTest {

    private final Lab lab = Lab.open();

    @AfterEach
    void close() {
        lab.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {Connection.TRANSACTION_READ_COMMITTED, Connection.TRANSACTION_REPEATABLE_READ})
    void a_transaction_around_look_and_insert_lets_both_in(int level) throws Exception {
        try (Connection one = begin(level);
                Connection two = begin(level)) {
            assertThat(isNew(one)).isTrue();
            assertThat(isNew(two)).isTrue();
            work(one);
            work(two);
            one.commit();
            two.commit();
        }
        assertThat(lab.effects("k")).isEqualTo(2);
    }

    @Test
    void serializable_notices_after_the_work_with_an_error() throws Exception {
        try (Connection one = begin(Connection.TRANSACTION_SERIALIZABLE);
                Connection two = begin(Connection.TRANSACTION_SERIALIZABLE)) {
            assertThat(isNew(one)).isTrue();
            assertThat(isNew(two)).isTrue();
            work(one);
            work(two);
            one.commit();
            assertThatThrownBy(two::commit).isInstanceOfSatisfying(SQLException.class, e -> assertThat(e.getSQLState())
                    .isEqualTo("40001"));
        }
        assertThat(lab.effects("k")).isEqualTo(1);
    }

    @Test
    void one_writer_that_is_not_serializable_is_a_hole() throws Exception {
        try (Connection one = begin(Connection.TRANSACTION_SERIALIZABLE);
                Connection forgotten = begin(Connection.TRANSACTION_READ_COMMITTED)) {
            assertThat(isNew(one)).isTrue();
            assertThat(isNew(forgotten)).isTrue();
            work(one);
            work(forgotten);
            one.commit();
            forgotten.commit();
        }
        assertThat(lab.effects("k")).isEqualTo(2);
    }

    private Connection begin(int level) throws SQLException {
        Connection connection = lab.connect();
        connection.setTransactionIsolation(level);
        connection.setAutoCommit(false);
        return connection;
    }

    private static boolean isNew(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                var rows = statement.executeQuery("select 1 from lab.effects where idempotency_key = 'k'")) {
            return !rows.next();
        }
    }

    private static void work(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("insert into lab.effects (scope, idempotency_key) values ('acme', 'k')");
        }
    }
}
