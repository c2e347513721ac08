package dev.once.showcase.launch;

import dev.once.localpostgres.LocalPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;

/** From another terminal: what runs, end it, forget everything. */
public final class Control {

    private final Home home;
    private final Console console;

    public Control(Home home, Console console) {
        this.home = home;
        this.console = console;
    }

    public int status() {
        boolean any = false;
        for (Path file : files()) {
            Properties running = Running.read(file);
            for (String name : running.stringPropertyNames().stream().sorted().toList()) {
                String entry = running.getProperty(name);
                String url = Running.urlOf(entry);
                boolean ready = !url.isEmpty() && Http.isOk(URI.create(url).resolve("/actuator/health/readiness"));
                if (!url.isEmpty()) {
                    console.say("  %-10s %-10s %s".formatted(name, ready ? "ready" : "not ready", url));
                    any = true;
                }
            }
        }
        if (!any) {
            console.say("Nothing is running. ./once starts everything.");
        }
        return any ? 0 : 1;
    }

    /** The process of an app that everything was started with: whoever kills it sees it started again. */
    public static Optional<ProcessHandle> processOf(Home home, App app) {
        return Running.alive(Running.read(home.running("all")).getProperty(app.key()));
    }

    public int stop() {
        boolean any = false;
        for (Path file : files()) {
            Properties running = Running.read(file);
            var launcher = Running.alive(running.getProperty("launcher"));
            any |= launcher.isPresent();
            launcher.ifPresent(process -> {
                process.destroy();
                Leftovers.awaitEnd(process);
            });
            // What a launcher that was killed could not take with it.
            Leftovers.end(running);
            delete(file);
        }
        any |= endOrphanedPostgres();
        console.say(any ? "Everything has ended." : "Nothing was running.");
        return 0;
    }

    /** The last to leave stops the server. Where a launcher was killed, nobody has left: so join, and leave. */
    private boolean endOrphanedPostgres() {
        if (!Files.exists(home.postgres().resolve("data/postmaster.pid"))) {
            return false;
        }
        LocalPostgres.join(home.postgres()).close();
        return true;
    }

    public int reset() {
        stop();
        Path data = home.postgres();
        if (Files.exists(data)) {
            try (Stream<Path> files = Files.walk(data)) {
                Path binaries = data.resolve("binaries");
                files.sorted(Comparator.reverseOrder())
                        .filter(path -> !path.startsWith(binaries) && !path.equals(data))
                        .forEach(Control::delete);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        console.say("The local database is gone. The next ./once makes a new one.");
        return 0;
    }

    private List<Path> files() {
        try (Stream<Path> files = Files.list(home.running("any").getParent())) {
            return files.filter(file -> file.toString().endsWith(".properties"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new Refusal(
                    "'" + file + "' cannot be deleted: " + e.getMessage(),
                    "Does something still use the local PostgreSQL? Stop it, and try again.");
        }
    }
}
