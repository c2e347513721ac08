package dev.once.benchmarks;

import dev.once.benchmarks.http.ApiCall;
import dev.once.benchmarks.http.FormCall;
import dev.once.benchmarks.http.JobCall;
import dev.once.benchmarks.http.RunningApp;
import dev.once.benchmarks.http.Surface;
import dev.once.benchmarks.http.WebhookCall;
import dev.once.localpostgres.Database;
import dev.once.localpostgres.EmbeddedServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** Each packaged application beside a bare endpoint that writes the same rows: two processes, called in turn. */
final class Http {

    static final int CLIENTS = 8;
    static final String BARE = "bare endpoint, first attempts";
    static final String ONCE = "Once, first attempts";
    static final String BARE_READ = "bare endpoint, reads of one row";
    static final String ONCE_AGAIN = "Once, replays";
    static final String COLD = "first ten seconds after a start";
    static final String WARM = "warm";
    static final List<Surface> SURFACES = List.of(new WebhookCall(), new FormCall(), new JobCall(), new ApiCall());

    private static final int DONE_KEYS = 50;

    private final Options options;
    private final Progress progress;
    private final Results results;

    Http(Options options, Progress progress, Results results) {
        this.options = options;
        this.progress = progress;
        this.results = results;
    }

    void run(EmbeddedServer server) throws Exception {
        for (Surface surface : SURFACES) {
            Optional<Path> jar = jar(surface.module());
            if (jar.isEmpty()) {
                String note = surface.module() + " was not measured over HTTP: it is not packaged.";
                progress.say(note);
                results.notes.add(note);
                continue;
            }
            progress.say("starting %s, and a bare endpoint beside it", surface.module());
            Database database = server.newDatabase();
            Database bareDatabase = server.newDatabase();
            try (RunningApp once = RunningApp.once(surface, jar.get(), database);
                    RunningApp bare = RunningApp.bare(surface, bareDatabase)) {
                requireSameRows(surface, once, database);
                requireSameRows(surface, bare, bareDatabase);
                results.http.put(surface.module(), rounds(once, bare));
                if (surface instanceof ApiCall) {
                    results.start = starts(once, () -> RunningApp.once(surface, jar.get(), database));
                }
            }
        }
    }

    private Series rounds(RunningApp once, RunningApp bare) throws Exception {
        Map<String, Load.Operation> turns = new LinkedHashMap<>();
        turns.put(BARE, () -> bare.call(bare.freshKey()));
        turns.put(ONCE, () -> once.call(once.freshKey()));
        turns.put(BARE_READ, reads(bare));
        turns.put(ONCE_AGAIN, replays(once));
        for (Load.Operation operation : turns.values()) {
            Load.warmUp(CLIENTS, options.warmUp().multipliedBy(2), operation);
        }
        Series series = new Series();
        for (int round = 0; round < options.rounds(); round++) {
            for (Map.Entry<String, Load.Operation> turn : turns.entrySet()) {
                RunningApp app = turn.getKey().startsWith("Once") ? once : bare;
                double before = app.processorSeconds();
                Sample sample = Load.run(CLIENTS, options.slice(), turn.getValue());
                series.add(turn.getKey(), sample.inApp(app.processorSeconds() - before));
            }
        }
        progress.tell(series);
        return series;
    }

    /** The bare request that each kind is compared with. */
    static String bareFor(String kind) {
        return kind.equals(ONCE) || kind.equals(BARE) ? BARE : BARE_READ;
    }

    @FunctionalInterface
    interface Start {
        RunningApp app() throws Exception;
    }

    /** What a deployment feels: a new process on the same database, from its first answer on, beside the one that is warm. */
    private Series starts(RunningApp warm, Start start) throws Exception {
        Series series = new Series();
        for (int round = 0; round < options.rounds(); round++) {
            series.add(WARM, Load.run(CLIENTS, options.slice(), () -> warm.call(warm.freshKey())));
            try (RunningApp cold = start.app()) {
                Duration time = options.smoke() ? options.slice() : Duration.ofSeconds(10);
                series.add(COLD, Load.run(CLIENTS, time, () -> cold.call(cold.freshKey())));
            }
        }
        progress.tell(series);
        return series;
    }

    /** A contestant that writes fewer rows is not measured. */
    static void requireSameRows(Surface surface, RunningApp app, Database database) throws Exception {
        app.call(app.freshKey());
        List<Long> before = counts(surface, database);
        app.call(app.freshKey());
        List<Long> after = counts(surface, database);
        if (!after.equals(before.stream().map(count -> count + 1).toList())) {
            throw new IllegalStateException("%s: one request made %s of %s, each of %s should have one more."
                    .formatted(surface.module(), after, before, surface.rowsIn()));
        }
    }

    private static List<Long> counts(Surface surface, Database database) throws SQLException {
        List<Long> counts = new ArrayList<>();
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            for (String table : surface.rowsIn()) {
                try (ResultSet count = statement.executeQuery("select count(*) from " + table)) {
                    count.next();
                    counts.add(count.getLong(1));
                }
            }
        }
        return counts;
    }

    private static Load.Operation replays(RunningApp app) throws Exception {
        List<String> keys = Stream.generate(app::freshKey).limit(DONE_KEYS).toList();
        for (String key : keys) {
            app.call(key);
        }
        AtomicInteger next = new AtomicInteger();
        return () -> app.call(keys.get(Math.floorMod(next.getAndIncrement(), keys.size())));
    }

    static Load.Operation reads(RunningApp bare) throws Exception {
        List<String> paths = new ArrayList<>();
        for (int i = 0; i < DONE_KEYS; i++) {
            paths.add(bare.call(bare.freshKey()));
        }
        AtomicInteger next = new AtomicInteger();
        return () -> bare.read(paths.get(Math.floorMod(next.getAndIncrement(), paths.size())));
    }

    private static Optional<Path> jar(String module) throws IOException {
        Path target = Path.of(module, "target");
        if (!Files.isDirectory(target)) {
            return Optional.empty();
        }
        try (Stream<Path> files = Files.list(target)) {
            return files.filter(file -> file.getFileName().toString().matches(module + "(-[0-9].*)?\\.jar"))
                    .findFirst();
        }
    }
}
