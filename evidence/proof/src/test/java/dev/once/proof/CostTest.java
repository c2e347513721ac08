package dev.once.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.once.core.Done;
import dev.once.core.Idempotency;
import dev.once.core.protocol.ProtocolObserver;
import dev.once.faults.CuttingProxy;
import java.net.URI;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What an attempt costs the database, counted and not timed. */
class CostTest {

    private static final String NEXT_XID = "select pg_snapshot_xmax(pg_current_snapshot())::text::bigint";
    private static final String WAL = "select pg_current_wal_insert_lsn() - '0/0'::pg_lsn";

    private final Lab lab = Lab.open();

    @AfterEach
    void close() {
        lab.close();
    }

    @Test
    void a_replay_assigns_no_transaction_id_and_writes_no_wal() {
        Idempotency<String> seen = lab.instance().of(Lab.answers());
        Idempotency<String> unseen = lab.instance().of(Lab.answers());
        seen.once(Lab.attempt("key"), Lab::effect);
        // The first read of a fresh page may set hint bits; and an instance's first replay is the one by a lost insert.
        seen.once(Lab.attempt("key"), Lab::effect);
        lab.run("checkpoint; select pg_stat_clear_snapshot()");

        // The server has a life of its own (autovacuum, checkpoints): of several rounds, one is undisturbed.
        long leastXids = Long.MAX_VALUE;
        long leastWal = Long.MAX_VALUE;
        for (int round = 0; round < 5; round++) {
            long xid = lab.number(NEXT_XID);
            long wal = lab.number(WAL);
            unseen.once(Lab.attempt("key"), Lab::effect);
            for (int i = 0; i < 50; i++) {
                seen.once(Lab.attempt("key"), Lab::effect);
            }
            leastXids = Math.min(leastXids, lab.number(NEXT_XID) - xid);
            leastWal = Math.min(leastWal, lab.number(WAL) - wal);
            unseen = lab.instance().of(Lab.answers());
        }

        assertThat(leastXids).isZero();
        assertThat(leastWal).isZero();
    }

    @Test
    void a_first_attempt_takes_three_round_trips_with_one_statement_of_work() {
        assertThat(roundTrips(Lab.answers(), "first", Lab::effect, false)).isEqualTo(3);
        assertThat(roundTrips(Lab.claims(), "bare", claim -> done(Lab.effect(claim)), false))
                .isEqualTo(3);
    }

    @Test
    void a_message_that_is_the_last_thing_the_work_does_travels_with_the_commit() {
        Function<dev.once.core.Claim, String> work = claim -> {
            String effect = Lab.effect(claim);
            claim.outbox("work", "{}");
            return effect;
        };

        assertThat(roundTrips(Lab.answers(), "first", work, false)).isEqualTo(3);
        assertThat(lab.number("select count(*) from once.outbox where idempotency_key = 'first'"))
                .isEqualTo(1);
    }

    @Test
    void a_repeat_takes_one_round_trip_where_this_process_has_seen_the_key_and_two_where_not() {
        lab.instance().of(Lab.answers()).once(Lab.attempt("known"), Lab::effect);

        assertThat(roundTrips(Lab.answers(), "known", Lab::effect, false)).isEqualTo(2);
        assertThat(roundTrips(Lab.answers(), "known", Lab::effect, true)).isEqualTo(1);
    }

    @Test
    void a_repeat_that_lost_the_insert_leaves_its_connection_outside_of_any_transaction() {
        lab.instance().of(Lab.answers()).once(Lab.attempt("key"), Lab::effect);

        lab.instance().of(Lab.answers()).once(Lab.attempt("key"), Lab::effect);

        assertThat(lab.number("select count(*) from pg_stat_activity where datname = current_database()"
                        + " and state like 'idle in transaction%'"))
                .isZero();
    }

    private static Done done(String ignored) {
        return Done.DONE;
    }

    private <R> long roundTrips(
            dev.once.core.Ledger<R> ledger, String key, Function<dev.once.core.Claim, R> work, boolean again) {
        URI server = URI.create(lab.database.jdbcUrl().substring("jdbc:".length()));
        try (CuttingProxy proxy = CuttingProxy.inFrontOf(server.getHost(), server.getPort());
                Lab counted = lab.by(proxy.through(lab.database.jdbcUrl()))) {
            Idempotency<R> idempotency =
                    counted.instance(1, ProtocolObserver.NONE).of(ledger);
            // The driver prepares a statement on the server after a few executions: what is counted is a process at
            // work.
            for (int i = 0; i < 12; i++) {
                idempotency.once(Lab.attempt("warm-up-" + i), work);
                idempotency.once(Lab.attempt("warm-up-" + i), work);
            }
            if (again) {
                idempotency.once(Lab.attempt(key), work);
            }
            long before = proxy.traffic().roundTrips();
            idempotency.once(Lab.attempt(key), work);
            return proxy.traffic().roundTrips() - before;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
