package dev.once.benchmarks;

import dev.once.benchmarks.bare.BareApplication;
import dev.once.benchmarks.contestants.Contestant;
import dev.once.benchmarks.contestants.Ground;
import dev.once.faults.CuttingProxy;
import dev.once.localpostgres.EmbeddedServer;
import dev.once.localpostgres.TestPostgres;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.slf4j.bridge.SLF4JBridgeHandler;

/** Runs the benchmarks and writes their report. */
public final class Main {

    static final int CONNECTIONS = 32;
    private static final List<Integer> THREADS = List.of(1, 8, 32);

    private final Options options;
    private final Progress progress = new Progress(System.out);
    private final Results results = new Results();

    private Main(Options options) {
        this.options = options;
    }

    public static void main(String... args) throws Exception {
        if (List.of(args).contains("--bare")) {
            BareApplication.main(args);
            return;
        }
        try {
            run(Options.parse(args));
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.exit(2);
        }
        System.exit(0);
    }

    static Results run(Options options) throws Exception {
        SLF4JBridgeHandler.removeHandlersForRootLogger();
        SLF4JBridgeHandler.install();
        return new Main(options).run();
    }

    private Results run() throws Exception {
        progress.say("all of it takes up to %d minutes on two cores", options.minutes());
        progress.say("a PostgreSQL of its own, with fsync on");
        try (EmbeddedServer server = TestPostgres.ownServer()) {
            Map<String, String> machine;
            try (Ground ground = ground(server, CONNECTIONS)) {
                // A checkpoint in one contestant's turn would be that contestant's bad luck.
                ground.run("alter system set max_wal_size = '16GB'");
                ground.run("alter system set checkpoint_timeout = '1h'");
                ground.run("select pg_reload_conf()");
                machine = Machine.facts(ground);
                library(ground);
            }
            network(server);
            storm(server);
            http(server);
            ways(server);
            grown(server);
            new Report(options, results, machine).write();
        }
        progress.say("written to %s", options.docs().resolve("benchmarks.md"));
        return results;
    }

    private static Ground ground(EmbeddedServer server, int connections) {
        return new Ground(server.database(), server.database().jdbcUrl(), connections);
    }

    private void library(Ground ground) throws Exception {
        if (!options.runs("library") && !options.runs("race")) {
            return;
        }
        Field field = new Field(ground);
        for (Contestant contestant : field.forFirstAttempts()) {
            results.traits.put(contestant.name(), contestant.traits());
        }
        if (options.runs("library")) {
            Throughput throughput = new Throughput(options, progress);
            progress.say("warming up");
            throughput.warmUp(field.forFirstAttempts(), Targets.THREADS);
            for (int threads : options.smoke() ? List.of(Targets.THREADS) : THREADS) {
                results.firstAttempts.put(threads, throughput.firstAttempts(field.forFirstAttempts(), threads));
                results.duplicates.put(threads, throughput.duplicates(field.forDuplicates(), threads));
            }
            progress.say("profile: processor time of a first attempt");
            results.costs.addAll(new Cost(ground, options).of(field.forFirstAttempts()));
        }
        if (options.runs("race")) {
            progress.say("races");
            Race race = new Race(ground, options.smoke() ? 4 : 16, options.smoke() ? 5 : 200);
            for (Contestant contestant : field.forFirstAttempts()) {
                results.races.add(race.run(contestant));
            }
        }
    }

    private void network(EmbeddedServer server) throws Exception {
        if (!options.runs("network")) {
            return;
        }
        String direct = server.database().jdbcUrl();
        try (CuttingProxy proxy = CuttingProxy.inFrontOf(direct);
                Ground ground = new Ground(server.database(), proxy.through(direct), CONNECTIONS)) {
            progress.say("round trips, counted");
            Field field = new Field(ground);
            results.roundTrips.addAll(new RoundTrips(proxy).of(field));
            proxy.roundTrip(Duration.ofMillis(1));
            Throughput throughput = new Throughput(options, progress);
            progress.say("with 1 ms a round trip");
            results.networkFirst = throughput.firstAttempts(field.forFirstAttempts(), Targets.THREADS);
            results.networkDuplicates = throughput.duplicates(field.forDuplicates(), Targets.THREADS);
        }
    }

    private void storm(EmbeddedServer server) throws Exception {
        if (options.runs("storm")) {
            try (Ground ground =
                    new Ground(server.database(), server.database().jdbcUrl(), Storm.CONNECTIONS, Storm.PATIENCE)) {
                Storm storm = new Storm(options, progress);
                results.stormCallers = storm.callers();
                results.storm = storm.run(ground);
            }
        }
    }

    private void http(EmbeddedServer server) throws Exception {
        if (options.runs("http")) {
            new Http(options, progress, results).run(server);
        }
    }

    private void ways(EmbeddedServer server) throws Exception {
        if (options.runs("ways")) {
            try (Ways ways = new Ways(options, progress)) {
                results.ways = ways.run(server);
            }
        }
    }

    private void grown(EmbeddedServer server) throws Exception {
        try (Ground ground = ground(server, CONNECTIONS)) {
            if (options.isAsked("growth")) {
                results.growth = new Growth(options, progress).run(ground);
            }
            if (options.isAsked("sweep")) {
                results.sweep = new Sweep(options, progress).run(ground);
            }
        }
    }
}
