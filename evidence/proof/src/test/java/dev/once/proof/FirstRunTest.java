package dev.once.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.once.core.Claim;
import dev.once.core.Done;
import dev.once.core.Idempotencies;
import dev.once.core.Idempotency;
import dev.once.core.Ledger;
import dev.once.core.Outcome;
import dev.once.core.Stored;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.PGConnection;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceUtils;

/** 'It ran and is committed' is said only where the claim, the work and the result are there. */
class FirstRunTest {

    private final Lab lab = Lab.open();
    private final HikariDataSource pool = lab.poolWithoutFence(5);
    private final Idempotencies core = Lab.on(pool);
    private final Idempotency<String> answers = core.of(Lab.answers());
    private final Idempotency<Done> claims = core.of(Lab.claims());

    @AfterEach
    void close() {
        lab.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "commit",
                "COMMIT;",
                "end",
                "rollback",
                "abort",
                "begin",
                "start transaction",
                "savepoint a",
                "release a",
                "rollback to a",
                "prepare transaction 'x'",
                "set transaction read only",
                "set session characteristics as transaction read only",
                "/* a /* nested */ comment */ commit",
                "-- a comment\n rollback",
                "select 1; commit",
                "select ';', $$ ; $$, \";\" from (values (1)) as v(\";\"); rollback; begin",
            })
    void words_that_end_or_nest_a_transaction_are_refused(String words) {
        assertThatThrownBy(() -> claims.once(Lab.attempt("key"), claim -> {
                    Lab.effect(claim);
                    claim.sql(words).update();
                    return Done.DONE;
                }))
                .hasMessageContaining("is not for the work");
        assertThatThrownBy(() -> claims.once(Lab.attempt("key"), claim -> {
                    Lab.effect(claim);
                    new JdbcTemplate(pool).execute(words);
                    return Done.DONE;
                }))
                .hasMessageContaining("is not for the work");
        assertThat(lab.number("select count(*) from lab.claims")).isZero();
        assertThat(lab.effects("key")).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "select case when true then 1 else 2 end",
                "select 'commit; rollback'",
                "select 1 as \"commit\" -- ; commit",
                "select $tag$; commit $other$ $tag$",
                "select e'it\\'s; commit'",
                "set local work_mem = '8MB'",
                "prepare transactions as select 1",
                "(select 1); with \"end\" as (select 1) select * from \"end\"",
            })
    void the_same_words_elsewhere_are_fine(String sql) {
        assertThat(claims.once(Lab.attempt("key"), claim -> {
                    new JdbcTemplate(pool).execute(sql);
                    Lab.effect(claim);
                    return Done.DONE;
                }))
                .isInstanceOf(Outcome.FirstRun.class);
        assertThat(lab.effects("key")).isEqualTo(1);
    }

    static Stream<ConnectionCallback<Object>> methods() {
        return Stream.of(
                connection -> {
                    connection.commit();
                    return null;
                },
                connection -> {
                    connection.rollback();
                    return null;
                },
                connection -> {
                    connection.setAutoCommit(false);
                    return null;
                },
                connection -> connection.setSavepoint());
    }

    @ParameterizedTest
    @MethodSource("methods")
    void a_connections_own_ways_to_end_it_are_refused(ConnectionCallback<Object> method) {
        assertThatThrownBy(() -> claims.once(Lab.attempt("key"), claim -> {
                    Lab.effect(claim);
                    Connection joined = DataSourceUtils.getConnection(pool);
                    try {
                        method.doInConnection(joined);
                    } catch (SQLException e) {
                        throw new IllegalStateException(e);
                    }
                    return Done.DONE;
                }))
                .hasMessageContaining("is not for the work");
        assertThat(lab.effects("key")).isZero();
    }

    @Test
    void closing_the_joined_connection_does_not_take_it_from_the_claim() {
        assertThat(claims.once(Lab.attempt("key"), claim -> {
                    try {
                        DataSourceUtils.getConnection(pool).close();
                    } catch (SQLException e) {
                        throw new IllegalStateException(e);
                    }
                    Lab.effect(claim);
                    return Done.DONE;
                }))
                .isInstanceOf(Outcome.FirstRun.class);
        assertThat(lab.effects("key")).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"rollback", "commit", "rollback; begin", "commit; begin"})
    void what_ends_it_on_the_drivers_own_connection_is_found_out(String words) {
        Consumer<Claim> sneak = claim -> {
            Lab.effect(claim);
            runOnTheDriversOwnConnection(words);
        };
        assertThatThrownBy(() -> answers.once(Lab.attempt("key"), claim -> {
                    sneak.accept(claim);
                    return Lab.effect(claim);
                }))
                .hasMessageContaining("ended its claim's transaction");
        assertThatThrownBy(() -> claims.once(Lab.attempt("key"), claim -> {
                    sneak.accept(claim);
                    return Done.DONE;
                }))
                .hasMessageContaining("ended its claim's transaction");
    }

    @ParameterizedTest
    @ValueSource(strings = {"rollback", "commit", "rollback; begin", "commit; begin"})
    void writes_without_a_key_find_it_out_too(String words) {
        assertThatThrownBy(() -> core.writes().repeatable(write -> {
                    int written = write.sql("insert into lab.effects (scope, idempotency_key) values ('acme', 'key')")
                            .update();
                    runOnTheDriversOwnConnection(words);
                    return written;
                }))
                .hasMessageContaining("ended its claim's transaction");
        assertThat(pool.getHikariPoolMXBean().getActiveConnections()).isZero();
    }

    private void runOnTheDriversOwnConnection(String words) {
        new JdbcTemplate(pool).execute((ConnectionCallback<Object>) joined -> {
            try (Statement statement = ((Connection) joined.unwrap(PGConnection.class)).createStatement()) {
                statement.execute(words);
            }
            return null;
        });
    }

    /** The guard does not stand before every statement's way back to its connection. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void what_ends_it_by_way_of_a_statement_is_refused_or_found_out(boolean prepared) {
        assertThatThrownBy(() -> claims.once(Lab.attempt("key"), claim -> {
                    Lab.effect(claim);
                    new JdbcTemplate(pool).execute((ConnectionCallback<Object>) joined -> {
                        try (Statement statement =
                                prepared ? joined.prepareStatement("select 1") : joined.createStatement()) {
                            statement.getConnection().setAutoCommit(false);
                            statement.getConnection().commit();
                        }
                        return null;
                    });
                    return Done.DONE;
                }))
                .hasMessageMatching(".*(is not for the work|ended its claim's transaction).*");
        assertThat(pool.getHikariPoolMXBean().getActiveConnections()).isZero();
        assertThat(claims.once(Lab.attempt("next"), claim -> Done.DONE)).isInstanceOf(Outcome.FirstRun.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"lab.answers", "lab.claims"})
    void a_work_that_deletes_its_own_claim_fails_and_keeps_nothing(String table) {
        boolean stores = table.equals("lab.answers");
        assertThatThrownBy(() -> {
                    if (stores) {
                        answers.once(Lab.attempt("key"), claim -> deleting(claim, table));
                    } else {
                        claims.once(Lab.attempt("key"), claim -> {
                            deleting(claim, table);
                            return Done.DONE;
                        });
                    }
                })
                .hasMessageContaining("deleted the claim's row");
        assertThat(lab.effects("key")).isZero();
        assertThat(lab.number("select count(*) from " + table)).isZero();
    }

    private static String deleting(Claim claim, String table) {
        claim.sql("delete from " + table).update();
        return Lab.effect(claim);
    }

    static Stream<List<Object>> unstorable() {
        return Stream.of(
                Arrays.asList((Object) null), List.of(1), List.of(), List.of("half a pair: \ud83d"), List.of("a", "b"));
    }

    @ParameterizedTest
    @MethodSource("unstorable")
    void a_result_that_a_replay_could_not_give_back_fails_and_keeps_nothing(List<Object> encoded) {
        Idempotency<String> odd = core.of(Ledger.named("odd")
                .table("lab.answers")
                .fingerprint("fingerprint")
                .storing(new Stored<>(
                        List.of(new Stored.Column("answer", String.class)),
                        result -> encoded,
                        row -> String.valueOf(row.get(0)))));

        assertThatThrownBy(() -> odd.once(Lab.attempt("key"), Lab::effect)).isInstanceOf(IllegalStateException.class);
        assertThat(lab.effects("key")).isZero();
        assertThat(lab.number("select count(*) from lab.answers")).isZero();
    }

    @Test
    void a_null_result_fails_and_keeps_nothing() {
        assertThatThrownBy(() -> answers.once(Lab.attempt("key"), claim -> {
                    Lab.effect(claim);
                    return null;
                }))
                .hasMessageContaining("null");
        assertThat(lab.effects("key")).isZero();
    }

    @Test
    void a_column_of_a_type_that_is_not_given_back_is_refused_where_it_is_declared() {
        assertThatThrownBy(() -> new Stored.Column("answer", java.util.Date.class))
                .hasMessageContaining("String, byte[], Integer, Long or UUID");
    }
}
