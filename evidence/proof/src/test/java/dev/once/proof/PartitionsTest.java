package dev.once.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.once.core.Idempotencies;
import dev.once.core.Idempotency;
import dev.once.core.Ledger;
import dev.once.core.Outcome;
import dev.once.core.Stored;
import dev.once.faults.Hammer;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
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
