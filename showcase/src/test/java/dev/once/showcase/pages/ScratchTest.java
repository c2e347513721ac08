package dev.once.showcase.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.once.localpostgres.Database;
import dev.once.localpostgres.TestPostgres;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.jdbc.JdbcConnectionDetails;

/** What is typed into the console reaches its own scratch schema, and nothing else, and not for long. */
class ScratchTest {

    private static final String ONE = "1".repeat(32);
    private static final String TWO = "2".repeat(32);
    private static final String CLAIM =
            "insert into claims (scope, idempotency_key) values ('acme', 'k') on conflict do nothing returning scope";

    private final Database database = TestPostgres.shared().newDatabase();
    private final Scratch scratch = new Scratch(new JdbcConnectionDetails() {
        @Override
        public String getUsername() {
            return database.username();
        }

        @Override
        public String getPassword() {
            return database.password();
        }

        @Override
        public String getJdbcUrl() {
            return database.jdbcUrl();
        }
    });

    @AfterEach
    void close() {
        scratch.close();
    }

    @Test
    void a_claim_is_one_row_and_then_none() {
        assertThat(scratch.run(ONE, "a", CLAIM).message()).isEqualTo("1 row");
        assertThat(scratch.run(ONE, "a", CLAIM).message()).isEqualTo("0 rows");
    }

    @Test
    void the_second_console_waits_for_the_first() throws Exception {
        String claim = "insert into claims (scope, idempotency_key) values ('acme', 'x') on conflict do nothing";
        assertThat(scratch.run(ONE, "a", "begin").open()).isTrue();
        assertThat(scratch.run(ONE, "a", claim).count()).isEqualTo(1);
        var waiting = CompletableFuture.supplyAsync(() -> scratch.run(ONE, "b", claim));
        await().until(this::somebodyWaits);
        assertThat(waiting).isNotDone();
        assertThat(scratch.run(ONE, "a", "rollback").open()).isFalse();
        assertThat(waiting.get(10, TimeUnit.SECONDS).count())
                .as("the waiter has it")
                .isEqualTo(1);
    }

    @Test
    void one_claim_is_there_already_with_its_answer() {
        assertThat(scratch.run(ONE, "a", "select status from claims where idempotency_key = 'req-7f3a'")
                        .rows())
                .containsExactly(List.of("201"));
    }

    @Test
    void sessions_do_not_see_each_other() {
        assertThat(scratch.run(ONE, "a", CLAIM).ok()).isTrue();
        assertThat(scratch.run(TWO, "a", CLAIM).message()).as("its own table").isEqualTo("1 row");
        assertThat(scratch.run(TWO, "a", "select * from once_scratch_" + ONE + ".claims")
                        .message())
                .contains("42501");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "select * from secrets.table_of_others",
                "delete from secrets.table_of_others",
                "set role postgres",
                "alter role current_user superuser",
                "create role another",
                "create database another",
                "create schema another",
                "copy claims to '/tmp/claims'",
                "copy claims from program 'id'",
                "select pg_read_file('/etc/passwd')",
                "select pg_ls_dir('.')",
                "select lo_import('/etc/passwd')",
                "alter system set fsync = off",
                "select rolpassword from pg_authid",
                "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'postgres'"
            })
    void nothing_else_is_in_reach(String sql) throws Exception {
        try (Connection owner = database.connect();
                var statement = owner.createStatement()) {
            statement.execute("create schema if not exists secrets");
            statement.execute("create table if not exists secrets.table_of_others (secret text)");
            Scratch.Answer answer = scratch.run(ONE, "a", sql);
            assertThat(answer.ok() && !answer.rows().isEmpty()
                            || answer.ok() && answer.columns().isEmpty())
                    .as("%s: %s", sql, answer)
                    .isFalse();
            try (var alive = statement.executeQuery("select 1")) {
                assertThat(alive.next()).isTrue();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "select pg_sleep(60)",
                "set statement_timeout = 0; select pg_sleep(60)",
                "do $$ begin perform set_config('statement_timeout', '0', false); loop perform pg_sleep(0.1); end"
                        + " loop; end $$"
            })
    void nothing_takes_longer_than_a_few_seconds(String sql) {
        long began = System.nanoTime();
        assertThat(scratch.run(ONE, "a", sql).ok()).isFalse();
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(10));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "create table much as select repeat(md5(i::text), 30) as x from generate_series(1, 20000) i",
                "create temp table much as select repeat(md5(i::text), 30) as x from generate_series(1, 20000) i",
                "select lo_from_bytea(0, convert_to(repeat('x', 100000), 'UTF8')) from generate_series(1, 100)"
            })
    void much_data_starts_the_schema_again(String sql) {
        Scratch.Answer answer = scratch.run(ONE, "a", sql);
        assertThat(answer.ok()).isFalse();
        assertThat(answer.message()).contains("starts again");
        assertThat(scratch.run(ONE, "a", CLAIM).message()).isEqualTo("1 row");
    }

    @Test
    void the_end_leaves_no_role_behind() throws Exception {
        assertThat(scratch.run(ONE, "a", CLAIM).ok()).isTrue();
        scratch.close();
        assertThat(rolesOf(ONE)).isZero();
    }

    @Test
    void a_session_that_nobody_comes_back_to_is_gone_and_an_idle_console_gives_up_its_transaction() throws Exception {
        assertThat(scratch.run(ONE, "a", "begin").open()).isTrue();
        assertThat(scratch.run(ONE, "a", CLAIM).count()).isEqualTo(1);

        scratch.endWhatIsIdle(Duration.ZERO, Duration.ofHours(1));
        assertThat(scratch.run(ONE, "b", CLAIM).count())
                .as("the other console's claim went with its connection")
                .isEqualTo(1);
        assertThat(rolesOf(ONE)).isEqualTo(1);

        scratch.endWhatIsIdle(Duration.ZERO, Duration.ZERO);
        assertThat(rolesOf(ONE)).isZero();
    }

    private int rolesOf(String session) throws Exception {
        try (Connection owner = database.connect();
                var statement = owner.createStatement();
                var roles = statement.executeQuery(
                        "select count(*) from pg_roles where rolname = 'once_scratch_" + session + "'")) {
            roles.next();
            return roles.getInt(1);
        }
    }

    private boolean somebodyWaits() throws Exception {
        try (Connection owner = database.connect();
                var statement = owner.createStatement();
                var waiting = statement.executeQuery(
                        "select 1 from pg_stat_activity where wait_event_type = 'Lock' and usename like"
                                + " 'once_scratch%'")) {
            return waiting.next();
        }
    }
}
