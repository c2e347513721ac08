package dev.once.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.once.core.Idempotencies;
import dev.once.core.Ledger;
import dev.once.core.protocol.ProtocolObserver;
import dev.once.core.retention.DuplicateEffects;
import dev.once.core.retention.EffectTable;
import dev.once.faults.Hammer;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The one number that must be zero: two effects of one attempt. */
class DuplicateEffectsTest {

    private static final Duration THIRTY_DAYS = Duration.ofDays(30);

    private final Lab lab = Lab.open();

    @AfterEach
    void close() {
        lab.close();
    }

    @Test
    void two_effects_of_one_attempt_three_days_apart_are_found() {
        effect("key", "interval '1 minute'");
        effect("key", "interval '3 days'");
        effect("another", "interval '3 days'");

        assertThat(counted(THIRTY_DAYS)).isEqualTo(1);
    }

    @Test
    void a_key_that_was_used_again_after_its_expiry_is_none() {
        effect("key", "interval '1 minute'");
        effect("key", "interval '1 minute' + interval '1 hour' - interval '3 seconds'");

        assertThat(counted(Duration.ofHours(1))).isZero();
    }

    @Test
    void effects_of_one_transaction_have_one_time_and_are_counted_all_the_same() {
        lab.run("insert into lab.effects (scope, idempotency_key) select 'acme', 'key' from generate_series(1, 3)");

        assertThat(counted(THIRTY_DAYS)).isEqualTo(2);
    }

    @Test
    void of_many_processes_one_checks_and_all_know_the_result() {
        effect("key", "interval '1 minute'");
        effect("key", "interval '2 minutes'");
        lab.run(
                """
                create table lab.checks (n int);
                create function lab.checked() returns trigger language plpgsql as
                'begin insert into lab.checks values (1); return null; end';
                create trigger checked after update of duplicates on once.effects
                for each row execute function lab.checked()
                """);
        List<Process> processes = Stream.generate(() -> new Process(THIRTY_DAYS, "lab.effects"))
                .limit(8)
                .toList();
        processes.get(0).effects.register();

        assertThat(Hammer.of(8)
                        .strike(i -> {
                            processes.get(i).effects.check();
                            return i;
                        })
                        .failures())
                .isEmpty();
        processes.forEach(process -> process.effects.check());

        assertThat(lab.number("select count(*) from lab.checks")).isEqualTo(1);
        assertThat(processes).allSatisfy(process -> assertThat(process.duplicates("lab.effects"))
                .isEqualTo(1));
    }

    @Test
    void when_a_process_dies_in_its_turn_the_next_turn_comes_by_itself() {
        Process process = new Process(THIRTY_DAYS, "lab.effects");
        process.effects.register();
        lab.run("update once.effects set check_started_at = now() - interval '50 minutes'");
        process.effects.check();
        assertThat(process.duplicates("lab.effects")).isNaN();

        lab.run("update once.effects set check_started_at = now() - interval '56 minutes'");
        process.effects.check();
        assertThat(process.duplicates("lab.effects")).isZero();
    }

    @Test
    void what_nobody_has_counted_for_two_hours_is_not_known() {
        Process process = new Process(THIRTY_DAYS, "lab.effects");
        assertThat(process.duplicates("lab.effects")).isNaN();
        process.effects.register();
        process.effects.check();
        assertThat(process.duplicates("lab.effects")).isZero();

        lab.run("update once.effects set check_finished_at = now() - interval '3 hours'");
        process.effects.check();

        assertThat(process.duplicates("lab.effects")).isNaN();
        assertThat(process.age("lab.effects")).isGreaterThan(Duration.ofHours(2).toSeconds());
    }

    @Test
    void a_locked_table_is_unknown_and_stops_no_other() throws Exception {
        lab.run("create table lab.others (like lab.effects)");
        Process process = new Process(THIRTY_DAYS, "lab.effects", "lab.others");
        process.effects.register();
        try (Connection other = lab.connect();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("lock table lab.effects in access exclusive mode");
            process.effects.check();
        }
        assertThat(process.duplicates("lab.effects")).isNaN();
        assertThat(process.duplicates("lab.others")).isZero();
    }

    @Test
    void sql_in_the_register_is_not_run_and_stops_nothing() {
        lab.run(
                """
                insert into once.effects (table_name, attempt_columns, created_column, keep_for) values
                  ('lab.effects; drop table lab.effects', 'scope', 'created_at', '1 day'),
                  ('lab.claims', 'scope = (delete from lab.effects)', 'created_at', '1 day'),
                  ('lab.answers', 'scope', 'created_at > now() or created_at', '1 day')
                """);
        effect("key", "interval '1 minute'");
        Process process = new Process(THIRTY_DAYS, "lab.effects");
        process.effects.register();

        assertThat(process.effects.checkEverywhere()).isEqualTo(Map.of("lab.effects", 0L));
    }

    /** Of a hundred thousand rows it touches what a day has brought, and what the indexes say of it. */
    @Test
    void the_check_reads_a_days_effects_by_index_and_not_the_table() {
        lab.run(
                """
                create index effects_attempt on lab.effects (scope, idempotency_key);
                create index effects_created_at on lab.effects using brin (created_at) with (pages_per_range = 16);
                insert into lab.effects (scope, idempotency_key, created_at)
                select 'acme', 'key-' || n, now() - interval '100 days' + n * interval '100 days' / 100000
                from generate_series(1, 100000) n
                """);
        lab.run("vacuum analyze lab.effects");
        long scans =
                lab.number("select seq_scan from pg_stat_user_tables where relname = 'effects' and schemaname = 'lab'");
        long blocks = blocks();
        Process process = new Process(THIRTY_DAYS, "lab.effects");
        process.effects.register();
        process.effects.check();
        assertThat(process.duplicates("lab.effects")).isZero();
        lab.close();

        await().atMost(Duration.ofSeconds(30)).until(() -> blocks() > blocks);
        assertThat(lab.number(
                        "select seq_scan from pg_stat_user_tables where relname = 'effects' and schemaname = 'lab'"))
                .isEqualTo(scans);
        assertThat(blocks() - blocks).isLessThan(10_000);
    }

    private long blocks() {
        return lab.number(
                """
                select heap_blks_read + heap_blks_hit + idx_blks_read + idx_blks_hit
                from pg_statio_user_tables where relname = 'effects' and schemaname = 'lab'
                """);
    }

    private double counted(Duration keepFor) {
        Process process = new Process(keepFor, "lab.effects");
        process.effects.register();
        process.effects.check();
        return process.duplicates("lab.effects");
    }

    private void effect(String key, String ago) {
        lab.run("insert into lab.effects (scope, idempotency_key, created_at) values ('acme', '%s', now() - (%s))"
                .formatted(key, ago));
    }

    /** What one process of many would be. */
    private final class Process {

        private final MeterRegistry meters = new SimpleMeterRegistry();
        final DuplicateEffects effects;

        Process(Duration keepFor, String... tables) {
            Idempotencies instance = lab.instance(2, ProtocolObserver.NONE);
            var idempotency = instance.of(
                    Ledger.named("claims").table("lab.claims").keepFor(keepFor).claimOnly());
            effects = new DuplicateEffects(
                    instance.writes(),
                    Stream.of(tables)
                            .map(table -> EffectTable.of(idempotency, table, "scope", "idempotency_key"))
                            .toList(),
                    meters);
        }

        double duplicates(String table) {
            return meters.get("once.duplicate.effects")
                    .tag("table", table)
                    .gauge()
                    .value();
        }

        double age(String table) {
            return meters.get("once.duplicate.effects.check.age")
                    .tag("table", table)
                    .timeGauge()
                    .value();
        }
    }
}
