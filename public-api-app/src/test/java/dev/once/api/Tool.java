package dev.once.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/** Programs of others that a test runs in a folder of its own. */
record Tool(Path folder) {

    record Ended(int code, String said) {}

    Ended run(String... command) throws IOException, InterruptedException {
        Path said = folder.resolve("said.txt");
        ProcessBuilder builder = new ProcessBuilder(List.of(command))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile());
        builder.environment().put("REDOCLY_TELEMETRY", "off");
        builder.environment().put("REDOCLY_SUPPRESS_UPDATE_NOTICE", "true");
        Process process = builder.start();
        if (!process.waitFor(3, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            return new Ended(-1, "no answer within three minutes");
        }
        return new Ended(process.exitValue(), Files.readString(said));
    }

    String mustRun(String... command) throws IOException, InterruptedException {
        Ended ended = run(command);
        assertThat(ended.code()).as(ended.said()).isZero();
        return ended.said();
    }

    /** Skips the test, with a sentence, where the command does not work; in CI it must. */
    void require(String what, String... command) throws InterruptedException {
        String reason;
        try {
            Ended ended = run(command);
            reason = ended.code() == 0 ? "" : ended.said();
        } catch (IOException e) {
            reason = command[0] + " is not on the PATH";
        }
        if (!reason.isEmpty() && !"true".equals(System.getenv("CI"))) {
            System.err.println("SKIPPED: " + what + ": " + reason);
            Assumptions.abort(what + ": " + reason);
        }
        assertThat(reason).isEmpty();
    }
}
