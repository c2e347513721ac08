package dev.once.benchmarks;

import dev.once.benchmarks.contestants.Ground;
import dev.once.benchmarks.contestants.Key;
import dev.once.core.Attempt;
import dev.once.core.Done;
import dev.once.core.Fingerprint;
import dev.once.core.Idempotency;
import dev.once.core.IdempotencyKey;
import dev.once.core.Ledger;
import dev.once.core.Outcome;
import dev.once.core.Scope;
import dev.once.localpostgres.Database;
import dev.once.localpostgres.EmbeddedServer;
import dev.once.localpostgres.TestPostgres;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The same claim on one PostgreSQL, and on each of the ways to outgrow it that this machine has. */
final class Ways implements AutoCloseable {

    static final String PLAIN = "one PostgreSQL";

    private static final String TABLES =
            """
            drop schema if exists %1$s cascade;
            create schema %1$s;
            create table %1$s.claims (
              scope text collate "C" not null, idempotency_key text collate "C" not null,
              created_at timestamptz not null default now(),
              constraint claims_once primary key (scope, idempotency_key)) %2$s;
            create table %1$s.effects (
              scope text collate "C" not null, idempotency_key text collate "C" not null, amount int not null,
              constraint effects_pk primary key (scope, idempotency_key));
            """;

    private static final String PARTITION =
            "create table %1$s.claims_%2$d partition of %1$s.claims for values with (modulus 8, remainder %2$d)";

    private final Options options;
    private final Progress progress;
    private final Map<String, Idempotency<Done>> ledgers = new LinkedHashMap<>();
    private final Map<String, String> inserts = new LinkedHashMap<>();
    private final List<AutoCloseable> toClose = new ArrayList<>();

    Ways(Options options, Progress progress) {
        this.options = options;
        this.progress = progress;
    }

    Series run(EmbeddedServer server) throws Exception {
        Database database = server.database();
        Ground plain = ground(database, database.jdbcUrl());
        add(PLAIN, plain, "way_plain", "");
        addPartitioned(plain);
        addPooled(plain, database);
        addReplicated();
        addCitus();
        for (String way : ledgers.keySet()) {
            Load.warmUp(Targets.THREADS, options.warmUp(), () -> claim(way));
        }
        Series series = new Series();
        ledgers.keySet().forEach(series::enter);
        for (int round = 0; round < options.rounds(); round++) {
            for (String way : ledgers.keySet()) {
                series.add(way, Load.run(Targets.THREADS, options.slice(), () -> claim(way)));
            }
            progress.say("ways to grow, round %d of %d", round + 1, options.rounds());
        }
        return series;
    }

    private void addPartitioned(Ground ground) {
        ground.run(TABLES.formatted("way_parted", "partition by hash (scope, idempotency_key)"));
        for (int part = 0; part < 8; part++) {
            ground.run(PARTITION.formatted("way_parted", part));
        }
        enter("partitioned by hash, 8 partitions", ground, "way_parted");
    }

    private void addPooled(Ground direct, Database database) throws Exception {
        if (PgBouncer.isInstalled()) {
            PgBouncer bouncer = PgBouncer.before(database);
            toClose.add(bouncer);
            direct.run(TABLES.formatted("way_pooled", ""));
            enter("behind PgBouncer", ground(database, bouncer.jdbcUrl() + "?prepareThreshold=0"), "way_pooled");
        }
    }

    private void addReplicated() {
        EmbeddedServer primary = TestPostgres.ownServer();
        EmbeddedServer standby = TestPostgres.ownServer();
        toClose.add(standby);
        toClose.add(primary);
        standby.follow(primary, "standby", primary.port());
        primary.waitFor("standby");
        add(
                "with a synchronous standby",
                ground(primary.database(), primary.database().jdbcUrl()),
                "way_replicated",
                "");
    }

    private void addCitus() {
        String url = System.getenv("ONCE_CITUS_URL");
        if (url != null) {
            Database coordinator = new Database(
                    url,
                    System.getenv().getOrDefault("ONCE_CITUS_USERNAME", "postgres"),
                    System.getenv().getOrDefault("ONCE_CITUS_PASSWORD", ""));
            Ground ground = ground(coordinator, url);
            ground.run(TABLES.formatted("way_citus", ""));
            ground.run("select create_distributed_table('way_citus.claims', 'scope', colocate_with => 'none')");
            ground.run(
                    "select create_distributed_table('way_citus.effects', 'scope', colocate_with => 'way_citus.claims')");
            enter("on Citus", ground, "way_citus");
        }
    }

    private Ground ground(Database database, String url) {
        Ground ground = new Ground(database, url, Targets.THREADS);
        toClose.add(ground);
        return ground;
    }

    private void add(String way, Ground ground, String schema, String partitions) {
        ground.run(TABLES.formatted(schema, partitions));
        enter(way, ground, schema);
    }

    private void enter(String way, Ground ground, String schema) {
        ledgers.put(
                way,
                ground.once().of(Ledger.named(schema).table(schema + ".claims").claimOnly()));
        inserts.put(way, "insert into " + schema + ".effects (scope, idempotency_key, amount) values (?, ?, ?)");
    }

    private void claim(String way) {
        Key key = Key.fresh();
        Attempt attempt = Attempt.of(new Scope(key.scope()), new IdempotencyKey(key.value()), Fingerprint.none());
        Idempotency<Done> ledger = Objects.requireNonNull(ledgers.get(way));
        String insert = Objects.requireNonNull(inserts.get(way));
        Outcome<Done> outcome = ledger.once(attempt, claim -> {
            claim.sql(insert).params(key.scope(), key.value(), 100).update();
            return Done.DONE;
        });
        if (!(outcome instanceof Outcome.FirstRun)) {
            throw new IllegalStateException("A claim of a new key was " + outcome);
        }
    }

    @Override
    public void close() throws Exception {
        for (int i = toClose.size() - 1; i >= 0; i--) {
            toClose.get(i).close();
        }
    }
}
