package dev.once.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Redocly's recommended rules on the published document. */
class LintIT extends ApiTest {

    private static final String LINTER = "@redocly/cli@2";

    @TempDir
    private Path folder;

    private record Ended(int code, String said) {}

    @Test
    void the_linter_finds_nothing_to_complain_about() throws Exception {
        Files.write(folder.resolve("openapi.json"), acme.get("/v3/api-docs").bytes());
        requireLinter();
        Ended lint = run("npx", "--yes", LINTER, "lint", "openapi.json", "--extends", "recommended");
        assertThat(lint.code()).as(lint.said()).isZero();
        assertThat(lint.said()).contains("Woohoo! Your API description is valid.");
    }

    private void requireLinter() throws Exception {
        String reason;
        try {
            Ended version = run("npx", "--yes", LINTER, "--version");
            reason = version.code() == 0 ? "" : version.said();
        } catch (IOException e) {
            reason = "npx is not on the PATH";
        }
        if (!reason.isEmpty() && !"true".equals(System.getenv("CI"))) {
            System.err.println("SKIPPED: the OpenAPI document was not linted: " + reason);
            Assumptions.abort("no linter: " + reason);
        }
        assertThat(reason).isEmpty();
    }

    private Ended run(String... command) throws IOException, InterruptedException {
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
}
