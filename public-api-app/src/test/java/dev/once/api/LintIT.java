package dev.once.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Redocly's recommended rules on the published document. */
class LintIT extends ApiTest {

    private static final String LINTER = "@redocly/cli@2";

    @TempDir
    private Path folder;

    @Test
    void the_linter_finds_nothing_to_complain_about() throws Exception {
        Files.write(folder.resolve("openapi.json"), acme.get("/v3/api-docs").bytes());
        Tool npx = new Tool(folder);
        npx.require("the OpenAPI document was not linted", "npx", "--yes", LINTER, "--version");
        assertThat(npx.mustRun("npx", "--yes", LINTER, "lint", "openapi.json", "--extends", "recommended"))
                .contains("Woohoo! Your API description is valid.");
    }
}
