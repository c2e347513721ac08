package dev.once.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.once.core.Idempotencies;
import dev.once.core.Idempotency;
import dev.once.core.Ledger;
import dev.once.core.Outcome;
import dev.once.core.Stored;
import dev.once.faults.Hammer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A ledger that has outgrown one table: what docs/scaling.md says. */
class PartitionsTest {

    private static final String COLUMNS =
            """
            create table lab.parted (
              scope text collate "C" not null, idempotency_key text collate "C" not null, fingerprint bytea not null,
              answer text, created_at timestamptz not null default now(),
              constraint parted_once primary key (scope, idempotency_key))
            """;

    private final Lab lab = Lab.open();

    @AfterEach
    void close() {
        lab.close();
    }

    @Test
    void by_hash_the_protocol_runs_as_ever() {
        partitionedByHash();
        Idempotencies instance = lab.instance();
        Idempotency<String> idempotency = instance.of(ledger());
        for (int key = 0; key < 20; key++) {
            var attempt = Lab.attempt("key-" + key);
            var blows = Hammer.of(5).strike(i -> idempotency.once(attempt, Lab::effect));
            assertThat(blows.answersOfAll())
                    .filteredOn(Outcome.FirstRun.class::isInstance)
                    .hasSize(1);
            assertThat(lab.effects("key-" + key)).isEqualTo(1);
        }
        assertThat(lab.number("select count(distinct tableoid) from lab.parted"))
                .isGreaterThan(1);
    }

    @Test
    void the_sweep_reaches_every_partition_and_leaves_what_is_young() {
        partitionedByHash();
        Idempotencies instance = lab.instance();
        Idempotency<String> idempotency = instance.of(ledger());
        for (int key = 0; key < 40; key++) {
            idempotency.once(Lab.attempt("key-" + key), Lab::effect);
        }
        lab.run("update lab.parted set created_at = now() - interval '90 days' where idempotency_key like '%1'");

        assertThat(Lab.retention(instance).sweep()).isEqualTo(Map.of("parted", 4L));
        assertThat(lab.number("select count(*) from lab.parted where created_at > now() - interval '1 day'"))
                .isEqualTo(36);
        assertThat(lab.number("select count(*) from lab.parted")).isEqualTo(36);
    }

    @Test
    void the_script_turns_a_ledger_into_a_partitioned_one_and_all_goes_on() throws Exception {
        turnsIntoPartitions(20_000, "");
    }

    @Test
    void by_the_scope_alone_too() throws Exception {
        turnsIntoPartitions(1_000, "scope");
    }

    @Test
    @Tag("full")
    void with_a_million_rows_too() throws Exception {
        turnsIntoPartitions(1_000_000, "");
    }

    private void turnsIntoPartitions(int rows, String by) throws Exception {
        lab.run(
                """
                insert into lab.expiring (scope, idempotency_key, fingerprint, answer, expires_at)
                select 'scope-' || n %% 50, 'old-' || n, '', 'done', now() + interval '1 day' from generate_series(1, %d) as n
                """
                        .formatted(rows));
        Idempotency<String> before = lab.instance().of(Lab.expiring());
        before.once(Lab.attempt("known"), Lab::effect);
        before.once(Lab.attempt("expired"), Lab::effect);
        lab.run(
                "update lab.expiring set expires_at = now() - interval '1 s' where idempotency_key in ('expired', 'old-7')");
        lab.run("create index expiring_created on lab.expiring using brin (created_at)");
        lab.run("grant select on lab.expiring to public");

        long began = System.nanoTime();
        String script = Files.readString(Path.of("../../migrations/scripts/partition-ledger.sql"));
        String settings =
                "set once.ledger = 'lab.expiring'; set once.partitions = 4; set once.partition_by = '" + by + "';";
        lab.run(settings + script);
        System.out.printf("%,d rows partitioned in %d ms%n", rows, (System.nanoTime() - began) / 1_000_000);
        lab.run(settings + script);

        assertThat(lab.number("select count(*) from lab.expiring")).isEqualTo(rows + 2);
        assertThat(lab.number("select count(*) from pg_partition_tree('lab.expiring') where isleaf"))
                .isEqualTo(4);
        assertThat(lab.number("select count(*) from pg_indexes where schemaname = 'lab' and tablename = 'expiring'"))
                .isEqualTo(2);
        assertThat(lab.number("select count(*) from pg_constraint where conname = 'expiring_once'"))
                .isEqualTo(1);
        assertThat(
                        lab.number(
                                "select count(*) from information_schema.role_table_grants where table_name like 'expiring%' and grantee = 'PUBLIC'"))
                .as("grants, of the sweep's partitions too")
                .isEqualTo(1 + 4);

        Idempotencies after = lab.instance();
        Idempotency<String> idempotency = after.of(Lab.expiring());
        assertThat(idempotency.answered(Lab.attempt("known"))).contains(new Outcome.Replay<>("done known"));
        assertThat(idempotency.once(Lab.attempt("known"), Lab::effect)).isInstanceOf(Outcome.Replay.class);
        for (String key : new String[] {"expired", "new"}) {
            var blows = Hammer.of(10).strike(i -> idempotency.once(Lab.attempt(key), Lab::effect));
            assertThat(blows.answersOfAll())
                    .as(key)
                    .filteredOn(Outcome.FirstRun.class::isInstance)
                    .hasSize(1);
        }
        assertThat(lab.effects("expired")).isEqualTo(2);
        assertThat(lab.effects("new")).isEqualTo(1);
        assertThat(Lab.retention(after).sweep()).isEqualTo(Map.of("expiring", 1L));
        assertThat(lab.number("select count(*) from lab.expiring")).isEqualTo(rows + 2);
    }

    @Test
    void by_time_postgresql_refuses_the_constraint_that_everything_rests_on() {
        assertThatThrownBy(() -> lab.run(COLUMNS + " partition by range (created_at)"))
                .rootCause()
                .isInstanceOfSatisfying(
                        SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("0A000"));
    }

    private void partitionedByHash() {
        lab.run(COLUMNS + " partition by hash (scope, idempotency_key)");
        for (int part = 0; part < 4; part++) {
            lab.run("create table lab.parted_%d partition of lab.parted for values with (modulus 4, remainder %d)"
                    .formatted(part, part));
        }
    }

    private static Ledger<String> ledger() {
        return Ledger.named("parted")
                .table("lab.parted")
                .fingerprint("fingerprint")
                .keepFor(Duration.ofDays(30))
                .storing(Stored.text("answer"));
    }
}
