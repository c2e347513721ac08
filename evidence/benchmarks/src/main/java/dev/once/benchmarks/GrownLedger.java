package dev.once.benchmarks;

import dev.once.benchmarks.contestants.Ground;
import dev.once.benchmarks.contestants.Key;
import dev.once.core.Attempt;
import dev.once.core.Done;
import dev.once.core.Fingerprint;
import dev.once.core.Idempotencies;
import dev.once.core.Idempotency;
import dev.once.core.IdempotencyKey;
import dev.once.core.Ledger;
import dev.once.core.Outcome;
import dev.once.core.Scope;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** A ledger with many rows in it already, older than its retention. */
final class GrownLedger {

    private static final int REPLAYED_KEYS = 2_000;

    /** Built after the rows and as loose as an index gets by itself when keys come in no order. */
    private static final String FILL =
            """
            create table claims (
              scope text collate "C" not null, idempotency_key text collate "C" not null,
              created_at timestamptz not null default now());
            insert into claims
            select 'tenant-' || n %% 8, gen_random_uuid()::text, now() - interval '2 days' from generate_series(1, %d) as n;
            alter table claims add constraint claims_once primary key (scope, idempotency_key) with (fillfactor = 70);
            """;

    private static final String ADD = "insert into %s (scope, idempotency_key, amount) values (?, ?, ?)";

    private final Ground ground;
    private final int rows;
    private final String schema;
    private final String insert;
    private final Idempotencies idempotencies;
    private final Idempotency<Done> idempotency;
    private final List<Double> walBytesPerClaim = new ArrayList<>();
    private double indexBytesPerRow;
    private double tableBytesPerRow;

    GrownLedger(Ground ground, int rows) {
        this.ground = ground;
        this.rows = rows;
        this.schema = "grown_" + rows;
        this.insert = ADD.formatted(ground.schema(schema, FILL.formatted(rows)));
        ground.run("vacuum analyze " + schema + ".claims");
        this.idempotencies = ground.once();
        this.idempotency = idempotencies.of(Ledger.named("grown")
                .table(schema + ".claims")
                .keepFor(Duration.ofDays(1))
                .claimOnly());
    }

    String name() {
        return "%,d rows".formatted(rows);
    }

    int rows() {
        return rows;
    }

    Idempotencies idempotencies() {
        return idempotencies;
    }

    /** Bytes that the server has written to its log, by everybody. */
    private long walBytes() {
        return ground.number("select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint");
    }

    /** Claims for a while, and counts what each of them makes the server write to its log. */
    Sample claims(int threads, Duration time) throws InterruptedException {
        long before = walBytes();
        Sample sample = Load.run(threads, time, this::claim);
        walBytesPerClaim.add((double) (walBytes() - before) / sample.operations());
        return sample;
    }

    double walBytesPerClaim() {
        return Series.Spread.of(walBytesPerClaim.stream()
                        .mapToDouble(Double::doubleValue)
                        .toArray())
                .median();
    }

    /** Looks how large it is now, while there is a database to ask. */
    void measure() {
        indexBytesPerRow = size("claims_once");
        tableBytesPerRow = size("claims");
    }

    double indexBytesPerRow() {
        return indexBytesPerRow;
    }

    double tableBytesPerRow() {
        return tableBytesPerRow;
    }

    private double size(String relation) {
        double bytes = ground.number("select pg_relation_size('" + schema + "." + relation + "')");
        return bytes / ground.number("select count(*) from " + schema + ".claims");
    }

    void claim() {
        Key key = Key.fresh();
        require(attempt(key) instanceof Outcome.FirstRun);
    }

    /** Of keys from all over the table, each seen once by this process before it counts. */
    Load.Operation replays() {
        List<Key> keys = ground.keys("select scope, idempotency_key from " + schema
                + ".claims tablesample bernoulli (" + Math.min(100, 150.0 * REPLAYED_KEYS / rows) + ") limit "
                + REPLAYED_KEYS);
        keys.forEach(this::attempt);
        AtomicInteger next = new AtomicInteger();
        return () -> require(
                attempt(keys.get(Math.floorMod(next.getAndIncrement(), keys.size()))) instanceof Outcome.Replay);
    }

    private Outcome<Done> attempt(Key key) {
        Attempt attempt = Attempt.of(new Scope(key.scope()), new IdempotencyKey(key.value()), Fingerprint.none());
        return idempotency.once(attempt, claim -> {
            claim.sql(insert).params(key.scope(), key.value(), 100).update();
            return Done.DONE;
        });
    }

    private static void require(boolean expected) {
        if (!expected) {
            throw new IllegalStateException("A claim was a replay, or a replay a claim.");
        }
    }
}
