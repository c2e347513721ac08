package dev.once.benchmarks;

import dev.once.benchmarks.http.ApiCall;
import dev.once.benchmarks.http.FormCall;
import dev.once.benchmarks.http.JobCall;
import dev.once.benchmarks.http.RunningApp;
import dev.once.benchmarks.http.Surface;
import dev.once.benchmarks.http.WebhookCall;
import dev.once.localpostgres.EmbeddedServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Each packaged application with its claim and without: two processes side by side, called in turn. */
final class Http {

    static final int CLIENTS = 8;
    static final String FLOOR = "unprotected, first attempts";
    static final String ONCE = "Once, first attempts";
    static final String ONCE_AGAIN = "Once, duplicates";

    private static final int DONE_KEYS = 50;
    private static final List<Supplier<Surface>> SURFACES =
            List.of(WebhookCall::new, FormCall::new, JobCall::new, ApiCall::new);

    private final Options options;
    private final Progress progress;
    private final Results results;

    Http(Options options, Progress progress, Results results) {
        this.options = options;
        this.progress = progress;
        this.results = results;
    }

    void run(EmbeddedServer server) throws Exception {
        Optional<Path> unprotected = jar(Path.of("evidence", "benchmarks", "unprotected-core"), "unprotected-core");
        for (Supplier<Surface> surface : SURFACES) {
            String module = surface.get().module();
            Optional<Path> app = jar(Path.of(module), module);
            if (app.isEmpty() || unprotected.isEmpty()) {
                String note = module + " was not measured over HTTP: it is not packaged. Run `mvn package` first.";
                progress.say(note);
                results.notes.add(note);
                continue;
            }
            progress.say("starting %s twice, with its claim and without", module);
            try (RunningApp once = RunningApp.start(surface.get(), app.get(), null, server.newDatabase());
                    RunningApp floor =
                            RunningApp.start(surface.get(), app.get(), unprotected.get(), server.newDatabase())) {
                results.http.put(module, rounds(once, floor));
            }
        }
    }

    private Series rounds(RunningApp once, RunningApp floor) throws Exception {
        Duration warmUp = options.warmUp().multipliedBy(2);
        for (RunningApp app : List.of(floor, once)) {
            Load.run(CLIENTS, warmUp, () -> app.call(app.freshKey()));
        }
        Series series = new Series();
        for (int round = 0; round < options.rounds(); round++) {
            series.add(FLOOR, Load.run(CLIENTS, options.slice(), () -> floor.call(floor.freshKey())));
            series.add(ONCE, Load.run(CLIENTS, options.slice(), () -> once.call(once.freshKey())));
            series.add(ONCE_AGAIN, Load.run(CLIENTS, options.slice(), duplicates(once)));
        }
        for (String kind : series.contestants()) {
            progress.say("  %-32s %,8.0f/s", kind, series.perSecond(kind).median());
        }
        return series;
    }

    private static Load.Operation duplicates(RunningApp app) throws Exception {
        List<String> done = new ArrayList<>();
        for (int i = 0; i < DONE_KEYS; i++) {
            String key = app.freshKey();
            app.call(key);
            done.add(key);
        }
        AtomicInteger next = new AtomicInteger();
        return () -> app.call(done.get(Math.floorMod(next.getAndIncrement(), done.size())));
    }

    private static Optional<Path> jar(Path module, String name) throws IOException {
        Path target = module.resolve("target");
        if (!Files.isDirectory(target)) {
            return Optional.empty();
        }
        try (Stream<Path> files = Files.list(target)) {
            return files.filter(file -> file.getFileName().toString().matches(name + "(-[0-9].*)?\\.jar"))
                    .findFirst();
        }
    }
}
