package dev.once.showcase.launch;

import dev.once.localpostgres.Database;
import dev.once.localpostgres.LocalPostgres;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/** One run of the launcher: everything comes up in order, stays until somebody ends it, and goes down in order. */
public final class Launch {

    /** Starts the showcase's own page, in this process; closing it ends the page. */
    public interface Page {
        AutoCloseable start(Apps apps, Ports ports, Home home, Database database);
    }

    private static final int NOTHING_YET_SECONDS = 10;

    private final Home home;
    private final Ports ports;
    private final Console console;
    private final CountDownLatch ended = new CountDownLatch(1);
    private final AtomicReference<@Nullable String> trouble = new AtomicReference<>();

    public Launch(Home home, Ports ports, Console console) {
        this.home = home;
        this.ports = ports;
        this.console = console;
    }

    /** All four and the page. Returns the exit code. */
    public int all(Page page) throws Exception {
        ports.requireShowcaseFree();
        return run("all", List.of(App.values()), page);
    }

    /** One app alone. Returns the exit code. */
    public int one(App app) throws Exception {
        return run(app.key(), List.of(app), null);
    }

    private int run(String name, Collection<App> apps, @Nullable Page page) throws Exception {
        try (Running running = Running.begin(home, name)) {
            if (page != null) {
                running.note(
                        "showcase",
                        ProcessHandle.current(),
                        Ports.url(ports.showcase()).toString());
            }
            apps.forEach(ports::requireFree);
            endOnSignals();
            console.say("Starting PostgreSQL and " + (apps.size() == 1 ? "the app" : "the four apps") + " …");
            try (LocalPostgres postgres = LocalPostgres.join(home.postgres())) {
                console.ready("postgres", "port " + postgres.port() + ", data in .once/postgres");
                up(running, postgres.database(), apps, page);
            }
        }
        String sentence = trouble.get();
        if (sentence != null) {
            console.say("\n" + sentence);
            return 1;
        }
        console.say("Everything has ended.");
        return 0;
    }

    private void up(Running running, Database database, Collection<App> apps, @Nullable Page page) throws Exception {
        List<AutoCloseable> open = new ArrayList<>();
        try (Supervisor supervisor = new Supervisor(home, ports, database, running, this::endBecause)) {
            // Whatever way this process ends, but for kill -9, its children end before it.
            Runtime.getRuntime().addShutdownHook(new Thread(supervisor::close, "end-apps"));
            supervisor.start(apps);
            CompletableFuture<?> shown = page == null
                    ? CompletableFuture.completedFuture(null)
                    : CompletableFuture.runAsync(
                            () -> open.add(page.start(supervisor, ports, home, database)),
                            // Not the common pool: its threads cannot see the classes of a packed jar.
                            start -> new Thread(start, "showcase").start());
            if (awaitReady(supervisor, apps, shown)) {
                console.say(
                        page == null
                                ? WhatToTry.one(
                                        apps.iterator().next(),
                                        supervisor.url(apps.iterator().next()))
                                : WhatToTry.all(ports));
                Thread archive = new Thread(() -> archiveClasses(apps), "archive-classes");
                archive.start();
                try {
                    ended.await();
                } finally {
                    archive.interrupt();
                }
            }
            console.say("Ending …");
        } finally {
            for (AutoCloseable one : open) {
                one.close();
            }
        }
    }

    /** After all is ready, since nobody waits for it. */
    private void archiveClasses(Collection<App> apps) {
        Stream<Path> jars = Stream.concat(apps.stream().map(home::jarOf), home.unpackedJarOf("showcase").stream());
        try {
            for (Path jar : jars.toList()) {
                new ClassArchive(jar).write();
            }
        } catch (InterruptedException theEnd) {
            Thread.currentThread().interrupt();
        }
    }

    /** Says of each app when it is ready; false where the end came first. */
    private boolean awaitReady(Supervisor supervisor, Collection<App> apps, CompletableFuture<?> shown)
            throws InterruptedException {
        List<App> waiting = new ArrayList<>(apps);
        double lastWord = console.seconds();
        boolean pageSaid = shown.isDone();
        while (!waiting.isEmpty() || !pageSaid) {
            for (App app : List.copyOf(waiting)) {
                if (supervisor.isHealthy(app)) {
                    waiting.remove(app);
                    console.ready(app.key(), supervisor.url(app).toString());
                    lastWord = console.seconds();
                }
            }
            if (!pageSaid && shown.isDone()) {
                shown.join();
                pageSaid = true;
                console.ready("showcase", Ports.url(ports.showcase()).toString());
            }
            if (console.seconds() - lastWord > NOTHING_YET_SECONDS) {
                lastWord = console.seconds();
                console.say("  … still waiting for "
                        + String.join(", ", waiting.stream().map(App::key).toList()));
            }
            if (ended.await(200, TimeUnit.MILLISECONDS)) {
                return false;
            }
        }
        return true;
    }

    private void endBecause(String sentence) {
        trouble.compareAndSet(null, sentence);
        ended.countDown();
    }

    /** Signals and not a shutdown hook: hooks run all at once, and the database must be the last to go. */
    private void endOnSignals() {
        for (String name : List.of("INT", "TERM", "HUP")) {
            try {
                Signal signal = new Signal(name);
                SignalHandler before = Signal.handle(signal, received -> ended.countDown());
                if (before == SignalHandler.SIG_IGN) {
                    // Whoever started us with nohup meant it.
                    Signal.handle(signal, before);
                }
            } catch (IllegalArgumentException e) {
                // This system has no such signal.
            }
        }
    }
}
