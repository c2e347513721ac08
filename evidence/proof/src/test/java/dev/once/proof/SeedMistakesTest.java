package dev.once.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Claims about PostgreSQL that are often made and are not true, each tried on the real thing. */
class SeedMistakesTest {

    private final Lab lab = Lab.open();

    @AfterEach
    void close() {
        lab.close();
    }

    @Test
    void a_partial_unique_index_cannot_expire_keys() {
        refused(
                "42P17",
                "create unique index recent on lab.claims (idempotency_key) where created_at > now() - interval '24 hours'");
    }

    @Test
    void an_index_is_no_constraint_to_name_in_on_conflict() {
        lab.run("create unique index by_key on lab.effects (idempotency_key) where scope = 'x'");
        refused(
                "42704",
                "insert into lab.effects (scope, idempotency_key) values ('x', 'y') on conflict on constraint by_key do nothing");
    }

    @Test
    void select_for_update_of_a_missing_row_locks_nothing_and_both_go_on() throws Exception {
        try (Connection one = begin();
                Connection two = begin()) {
            assertThat(rows(one, "select 1 from lab.claims where idempotency_key = 'k' for update"))
                    .isZero();
            assertThat(rows(two, "select 1 from lab.claims where idempotency_key = 'k' for update"))
                    .isZero();
            // Both believe that they are the first, and both do the work.
            String work = "insert into lab.effects (scope, idempotency_key) values ('acme', 'k')";
            one.createStatement().execute(work);
            two.createStatement().execute(work);
            one.commit();
            two.commit();
        }
        assertThat(lab.effects("k")).isEqualTo(2);
    }

    @Test
    void on_conflict_do_nothing_does_wait_for_a_concurrent_claim() throws Exception {
        try (Connection one = begin();
                Connection two = begin()) {
            String claim =
                    "insert into lab.claims (scope, idempotency_key) values ('acme', 'k') on conflict do nothing";
            assertThat(one.createStatement().executeUpdate(claim)).isEqualTo(1);
            var second = CompletableFuture.supplyAsync(() -> update(two, claim));
            Waits.untilSomebodyWaitsForALock(lab);
            one.commit();
            assertThat(second.join()).isZero();
        }
    }

    @Test
    void a_higher_isolation_level_turns_the_wait_into_an_error() throws Exception {
        try (Connection one = begin();
                Connection two = begin()) {
            two.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            assertThat(rows(two, "select 1")).isEqualTo(1);
            String claim =
                    "insert into lab.claims (scope, idempotency_key) values ('acme', 'k') on conflict do nothing";
            one.createStatement().executeUpdate(claim);
            one.commit();
            assertThatThrownBy(() -> two.createStatement().executeUpdate(claim))
                    .isInstanceOfSatisfying(
                            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("40001"));
        }
    }

    @Test
    void one_statement_that_inserts_and_reads_does_not_see_the_winners_row() throws Exception {
        try (Connection one = begin();
                Connection two = begin()) {
            one.createStatement().executeUpdate("insert into lab.claims (scope, idempotency_key) values ('acme', 'k')");
            var second = CompletableFuture.supplyAsync(
                    () -> rows(
                            two,
                            """
                    with claim as (
                      insert into lab.claims (scope, idempotency_key) values ('acme', 'k') on conflict do nothing returning 1)
                    select 1 from claim union all select 2 from lab.claims where idempotency_key = 'k'
                    """));
            Waits.untilSomebodyWaitsForALock(lab);
            one.commit();
            assertThat(second.join()).as("neither claimed nor seen").isZero();
        }
    }

    @Test
    void a_swallowed_error_makes_the_commit_return_normally_with_nothing_stored() throws Exception {
        try (Connection connection = begin()) {
            connection
                    .createStatement()
                    .executeUpdate("insert into lab.claims (scope, idempotency_key) values ('acme', 'k')");
            assertThatThrownBy(() -> connection.createStatement().execute("select 1 / 0"))
                    .isInstanceOf(SQLException.class);
            connection.commit();
        }
        assertThat(lab.number("select count(*) from lab.claims")).isZero();
    }

    @Test
    void catching_a_unique_violation_aborts_the_transaction_that_caught_it() throws Exception {
        lab.run("insert into lab.claims (scope, idempotency_key) values ('acme', 'k')");
        try (Connection connection = begin()) {
            assertThatThrownBy(() -> connection
                            .createStatement()
                            .execute("insert into lab.claims (scope, idempotency_key) values ('acme', 'k')"))
                    .isInstanceOfSatisfying(
                            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("23505"));
            assertThatThrownBy(() -> connection.createStatement().execute("select 1"))
                    .isInstanceOfSatisfying(
                            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("25P02"));
        }
    }

    @Test
    void a_claim_deleted_after_a_failure_or_left_as_processing_is_lost_to_a_crash() throws Exception {
        // Claim and work in two transactions: the process dies between them, which is a connection that never comes
        // back.
        lab.run("insert into lab.claims (scope, idempotency_key) values ('acme', 'k')");

        String claim = "insert into lab.claims (scope, idempotency_key) values ('acme', 'k') on conflict do nothing";
        try (Connection retry = lab.connect()) {
            assertThat(retry.createStatement().executeUpdate(claim)).isZero();
        }
        assertThat(lab.effects("k"))
                .as("claimed, never done, and no retry will do it")
                .isZero();
    }

    private Connection begin() throws SQLException {
        Connection connection = lab.connect();
        connection.setAutoCommit(false);
        return connection;
    }

    private void refused(String state, String sql) {
        assertThatThrownBy(() -> lab.run(sql)).cause().isInstanceOfSatisfying(SQLException.class, e -> assertThat(
                        e.getSQLState())
                .isEqualTo(state));
    }

    private static int update(Connection connection, String sql) {
        try (Statement statement = connection.createStatement()) {
            return statement.executeUpdate(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static int rows(Connection connection, String sql) {
        try (Statement statement = connection.createStatement();
                var result = statement.executeQuery(sql)) {
            int rows = 0;
            while (result.next()) {
                rows++;
            }
            return rows;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
