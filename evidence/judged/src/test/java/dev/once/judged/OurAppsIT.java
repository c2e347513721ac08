package dev.once.judged;

import static org.assertj.core.api.Assertions.assertThat;

import dev.once.faults.AppProcess;
import dev.once.faults.FreePort;
import dev.once.showcase.launch.Home;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The four apps as ./once starts them: every ordeal that applies holds, and what does not apply is named with its reason. */
@Tag("full")
class OurAppsIT {

    private static final Map<String, String> PORTS = new LinkedHashMap<>();

    @TempDir
    private static Path home;

    private static AppProcess launcher;

    @BeforeAll
    static void start() throws IOException {
        for (String module : List.of("webhooks-app", "forms-app", "jobs-app", "public-api-app")) {
            Path jar = Judged.jar(module, module + "-[0-9].*\\.jar");
            Path target = Files.createDirectories(home.resolve(module).resolve("target"));
            Files.createSymbolicLink(target.resolve(jar.getFileName()), jar);
        }
        AppProcess.Command command = AppProcess.jar(Judged.jar("showcase", "showcase-[0-9].*-exec\\.jar"))
                .jvm("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Donce.home=" + home);
        for (String name : List.of("SHOWCASE", "WEBHOOKS", "FORMS", "JOBS", "API", "DASHBOARD")) {
            PORTS.put("ONCE_" + name + "_PORT", String.valueOf(FreePort.find()));
        }
        PORTS.forEach(command::env);
        launcher = command.start();
        launcher.awaitLine("Ctrl-C ends everything", Duration.ofMinutes(4));
    }

    @AfterAll
    static void end() {
        launcher.stop(Duration.ofMinutes(1));
        launcher.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"webhooks", "forms", "jobs", "api"})
    void every_ordeal_that_applies_holds(String app) throws IOException {
        Judged judged = Judged.by(new Home(home), PORTS, List.of("--ours", app, "--seed=1"));
        assertThat(judged.exitCode()).as(judged.all()).isZero();
        assertThat(judged.outcomes().values()).containsOnly("holds", "skipped");
    }

    @Test
    void the_api_deviates_from_the_draft_only_where_its_page_says_so() throws IOException {
        Judged judged = Judged.by(new Home(home), PORTS, List.of("--ours", "api", "--draft"));
        assertThat(judged.exitCode()).isEqualTo(1);
        assertThat(judged.outcomes()).hasSize(8).containsEntry("draft-2.1-bare", "wrong answer");
        judged.outcomes().remove("draft-2.1-bare");
        assertThat(judged.outcomes().values()).isSubsetOf("holds", "unknown");
        assertThat(Files.readString(Judged.ROOT.resolve("docs/api.md"))).contains("**Also bare**", "**waited for");
    }
}
