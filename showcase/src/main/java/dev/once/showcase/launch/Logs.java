package dev.once.showcase.launch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** The log of this run begins empty; the last run's is kept beside it. */
final class Logs {

    private Logs() {}

    static Path fresh(Path log) {
        try {
            if (Files.exists(log)) {
                Files.move(log, log.resolveSibling(log.getFileName() + ".1"), StandardCopyOption.REPLACE_EXISTING);
            }
            Files.createFile(log);
            return log;
        } catch (IOException e) {
            throw new UncheckedIOException("The log " + log + " cannot be written.", e);
        }
    }
}
