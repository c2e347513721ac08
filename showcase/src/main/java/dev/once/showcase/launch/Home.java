package dev.once.showcase.launch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
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

    /** Unpacked, where that was done since it was built. */
    Path jarOf(App app) {
        Path packed = jarIn(target(app.module()), app.module())
                .orElseThrow(() -> new Refusal(
                        "The app " + app.key() + " is not built.",
                        "Start it with ./once, which builds what is missing."));
        return unpackedJarOf(app.module())
                .filter(jar -> lastModified(jar.resolveSibling("")) >= lastModified(packed))
                .orElse(packed);
    }

    Optional<Path> unpackedJarOf(String module) {
        return jarIn(target(module).resolve(ClassArchive.UNPACKED), module);
    }

    private static long lastModified(Path path) {
        return path.toFile().lastModified();
    }

    private Path target(String module) {
        return root.resolve(module).resolve("target");
    }

    private static Optional<Path> jarIn(Path folder, String module) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().matches(module + "-[0-9][^/]*\\.jar"))
                    .findFirst();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private Path folder(String name) {
        try {
            return Files.createDirectories(root.resolve(".once").resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException("The folder .once in " + root + " cannot be written.", e);
        }
    }
}
