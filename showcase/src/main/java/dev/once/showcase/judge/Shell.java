package dev.once.showcase.judge;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Runs a command of the file where the person is. Its output goes to a file: what it starts may go on holding it. */
final class Shell {

    private Shell() {}

    static String run(String command, String key, Duration within) {
        try {
            Path said = Files.createTempFile("once-judge", ".log");
            try {
                ProcessBuilder builder = new ProcessBuilder("sh", "-c", command)
                        .directory(Settings.here().toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(said.toFile());
                builder.environment().put("KEY", key);
                Process process = builder.start();
                boolean ended = process.waitFor(within.toMillis(), TimeUnit.MILLISECONDS);
                if (!ended || process.exitValue() != 0) {
                    process.destroyForcibly();
                    throw new CannotJudge(
                            "'%s' %s: %s"
                                    .formatted(
                                            command,
                                            ended ? "failed" : "took too long",
                                            Files.readString(said).strip()),
                            "Try it by hand.");
                }
                return Files.readString(said);
            } finally {
                Files.delete(said);
            }
        } catch (IOException e) {
            throw new CannotJudge("'%s' cannot be run: %s".formatted(command, e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while a command ran.", e);
        }
    }
}
