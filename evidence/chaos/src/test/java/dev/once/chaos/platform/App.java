package dev.once.chaos.platform;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The four apps, as they are shipped. */
enum App {
    WEBHOOKS("webhooks-app"),
    FORMS("forms-app"),
    JOBS("jobs-app"),
    API("public-api-app");

    private final String module;

    App(String module) {
        this.module = module;
    }

    String module() {
        return module;
    }

    /** The packaged jar; Maven builds this module last, so it is there. */
    Path jar() {
        Path target = Path.of("..", "..", module, "target");
        try (Stream<Path> files = Files.list(target)) {
            return files.filter(file -> file.getFileName().toString().matches(module + "-[0-9.]+(-SNAPSHOT)?\\.jar"))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("There is no jar in " + target + ": run mvn package first."));
        } catch (IOException e) {
            throw new UncheckedIOException("There is no " + target + ": run mvn package first.", e);
        }
    }
}
