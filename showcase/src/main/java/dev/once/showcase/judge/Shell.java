package dev.once.showcase.judge;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** Runs a command of the file where the person is. Its output goes to a file: what it starts may go on holding it. */
final class Shell {

    private Shell() {}

    static String run(String command, String key, double seconds) {
        try {
            Path output = Files.createTempFile("once-judge", ".log");
            ProcessBuilder builder = new ProcessBuilder("sh", "-c", command)
                    .directory(Settings.here().toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile());
            builder.environment().put("KEY", key);
            Process process = builder.start();
            boolean ended = process.waitFor(Math.round(seconds * 1000), TimeUnit.MILLISECONDS);
            String said = Files.readString(output).strip();
            Files.delete(output);
            if (!ended || process.exitValue() != 0) {
                process.destroyForcibly();
                String how = ended ? "failed" : "took too long";
                throw new CannotJudge("'%s' %s: %s".formatted(command, how, said), "Try it by hand.");
            }
            return said;
        } catch (IOException e) {
            throw new CannotJudge("'%s' cannot be run: %s".formatted(command, e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while a command ran.", e);
        }
    }
}
