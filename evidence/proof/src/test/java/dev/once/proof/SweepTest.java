package dev.once.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.once.core.Idempotencies;
import dev.once.core.Ledger;
import dev.once.core.retention.Sweep;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** One sweeper for every table; one process may sweep for all, by the names in the register and nothing else that is there. */
class SweepTest {

    private static final String REGISTER =
            """
            insert into once.ledgers (name, table_name, scope_column, key_column, created_column, swept_only_when, keep_for)
            values ('%s', '%s', 'scope', 'idempotency_key', '%s', %s, interval '30 days')
            """;

    private static final String WAITING = "select count(*) from pg_locks where locktype = 'advisory' and not granted";

    private final Lab lab = Lab.open();

    @AfterEach
    void close() {
        lab.close();
    }

    @Test
    void a_ledger_that_is_registered_and_gone_stops_no_other() {
        old("lab.claims", 3);
        register("a_ledger_that_is_gone", "lab.gone", "created_at", null);
        register("claims", "lab.claims", "created_at", null);

        assertThat(sweepEverywhere()).isEqualTo(Map.of("claims", 3L));
    }

    @Test
    void sql_in_the_register_deletes_nothing_and_stops_nothing() {
        old("lab.claims", 3);
        young("lab.answers", 100);
        register("a", "lab.answers; delete from lab.answers", "created_at", null);
        register("b", "lab.answers where true --", "created_at", null);
        register("c", "lab.answers", "created_at < now() or created_at", null);
        register("claims", "lab.claims", "created_at", null);

        assertThat(sweepEverywhere()).isEqualTo(Map.of("claims", 3L));
        assertThat(lab.number("select count(*) from lab.answers")).isEqualTo(100);
    }

    @Test
    void a_condition_in_the_register_is_never_run_since_its_owner_sweeps_by_itself() {
        old("lab.claims", 3);
        young("lab.answers", 100);
        register("answers", "lab.answers", "created_at", "'true) or (true'");
        register("claims", "lab.claims", "created_at", null);

        assertThat(sweepEverywhere()).isEqualTo(Map.of("claims", 3L));
        assertThat(lab.number("select count(*) from lab.answers")).isEqualTo(100);
    }

    @Test
    void a_ledger_with_a_condition_is_swept_by_its_owner() {
        old("lab.claims", 3);
        Idempotencies owner = lab.instance();
        owner.of(Ledger.named("claims")
                .table("lab.claims")
                .sweptOnlyWhen("idempotency_key <> 'key-2'")
                .claimOnly());
        register("claims", "lab.claims", "created_at", "'false'");

        assertThat(Lab.retention(owner).sweepEverywhere()).isEqualTo(Map.of("claims", 2L));
    }

    @Test
    void a_table_with_two_names_in_the_register_is_left_to_its_owner() {
        old("lab.claims", 3);
        register("claims", "lab.claims", "created_at", null);
        register("renamed_long_ago", "lab.claims", "created_at", null);

        assertThat(sweepEverywhere()).isEmpty();
    }

    @Test
    void a_table_that_is_locked_stops_no_other() throws Exception {
        old("lab.claims", 3);
        old("lab.answers", 3);
        register("answers", "lab.answers", "created_at", null);
        register("claims", "lab.claims", "created_at", null);
        try (Connection other = lab.connect();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("lock table lab.answers in access exclusive mode");

            assertThat(sweepEverywhere()).isEqualTo(Map.of("claims", 3L));
        }
    }

    @Test
    void any_table_is_swept_a_few_rows_at_a_time() {
        old("lab.claims", 5);
        young("lab.claims", 2);
        Sweep sweep = Sweep.of(
                        "lab.claims",
                        "created_at < statement_timestamp() - cast(:keep as interval)",
                        Map.of("keep", "1 day"))
                .atOnce(2);

        assertThat(Lab.retention(lab.instance(), sweep).sweep()).isEqualTo(Map.of("lab.claims", 5L));
        assertThat(lab.number("select count(*) from lab.claims")).isEqualTo(2);
    }

    @Test
    void where_the_rows_are_not_in_the_table_itself_they_are_swept_all_the_same() {
        old("lab.claims", 5);
        young("lab.claims", 3);
        lab.run("create view lab.elsewhere as select * from lab.claims");
        Sweep sweep = Sweep.of(
                "lab.elsewhere", "swept.created_at < now() - cast(:keep as interval)", Map.of("keep", "30 days"));

        assertThat(Lab.retention(lab.instance(), sweep).sweep()).isEqualTo(Map.of("lab.elsewhere", 5L));
        assertThat(lab.number("select count(*) from lab.claims")).isEqualTo(3);
    }

    @Test
    void a_row_that_is_renewed_after_the_sweep_has_seen_it_stays() throws Exception {
        lab.run(
                """
                insert into lab.expiring (scope, idempotency_key, fingerprint, expires_at)
                values ('acme', 'key', '', now() - interval '1 hour');
                create function lab.waits() returns boolean language plpgsql set lock_timeout = 0 as
                'begin perform pg_advisory_xact_lock_shared(1); return true; end'
                """);
        Sweep sweep = Sweep.of("lab.expiring", "expires_at < statement_timestamp() and lab.waits()", Map.of());
        try (Connection other = lab.connect();
                Statement statement = other.createStatement()) {
            statement.execute("select pg_advisory_lock(1)");
            var swept = CompletableFuture.supplyAsync(
                    () -> Lab.retention(lab.instance(), sweep).sweep());
            Waits.until(lab, WAITING, 1, Duration.ofSeconds(30));
            lab.run("update lab.expiring set expires_at = now() + interval '1 day'");
            statement.execute("select pg_advisory_unlock(1)");

            assertThat(swept.join()).isEqualTo(Map.of("lab.expiring", 0L));
        }
        assertThat(lab.number("select count(*) from lab.expiring")).isEqualTo(1);
    }

    private Map<String, Long> sweepEverywhere() {
        return Lab.retention(lab.instance()).sweepEverywhere();
    }

    private void register(String name, String table, String created, String condition) {
        lab.run(REGISTER.formatted(name, table, created, condition == null ? "null" : condition));
    }

    private void old(String table, int rows) {
        fill(table, "key-", rows, "31 days");
    }

    private void young(String table, int rows) {
        fill(table, "young-", rows, "1 minute");
    }

    private void fill(String table, String prefix, int rows, String age) {
        lab.run("alter table lab.answers alter fingerprint set default ''");
        lab.run(
                """
                insert into %s (scope, idempotency_key, created_at)
                select 'acme', '%s' || n, now() - interval '%s' from generate_series(1, %d) n
                """
                        .formatted(table, prefix, age, rows));
    }
}
