package dev.once.showcase.launch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The project's folder, and `.once` in it, which git ignores. */
public record Home(Path root) {

    public static Home ofThisProcess() {
        return new Home(
                Path.of(System.getProperty("once.home", "")).toAbsolutePath().normalize());
    }

    public Path postgres() {
        return root.resolve(".once/postgres");
    }

    public Path log(String name) {
        return folder("logs").resolve(name + ".log");
    }

    Path running(String name) {
        return folder("running").resolve(name + ".properties");
    }

    Path jarOf(App app) {
        Path target = root.resolve(app.module()).resolve("target");
        try (Stream<Path> files = Files.list(target)) {
            return files.filter(file -> file.getFileName().toString().matches(app.module() + "-[0-9][^/]*\\.jar"))
                    .findFirst()
                    .orElseThrow(() -> notBuilt(app));
        } catch (IOException e) {
            throw notBuilt(app);
        }
    }

    private static Refusal notBuilt(App app) {
        return new Refusal(
                "The app " + app.key() + " is not built.", "Start it with ./once, which builds what is missing.");
    }

    private Path folder(String name) {
        try {
            return Files.createDirectories(root.resolve(".once").resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException("The folder .once in " + root + " cannot be written.", e);
        }
    }
}
