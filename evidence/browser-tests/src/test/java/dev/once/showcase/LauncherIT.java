package dev.once.showcase;

import static org.assertj.core.api.Assertions.assertThat;

import dev.once.faults.AppProcess;
import dev.once.faults.FreePort;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The packaged launcher, where something is in its way. */
class LauncherIT {

    private static final Duration SOON = Duration.ofSeconds(60);

    @TempDir
    private Path home;

    @Test
    void a_taken_port_is_said_before_anything_is_started() throws Exception {
        Platform.linkJars(home);
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                AppProcess launcher = Platform.command(home)
                        .env("ONCE_API_PORT", String.valueOf(taken.getLocalPort()))
                        .args("api")
                        .start()) {
            assertThat(launcher.awaitExit(SOON)).isEqualTo(1);
            assertThat(launcher.output())
                    .first()
                    .isEqualTo("Port " + taken.getLocalPort() + " is taken, and api wants it.");
            assertThat(home.resolve(".once/postgres")).doesNotExist();
        }
    }

    @Test
    void an_app_that_is_not_built() {
        try (AppProcess launcher = Platform.command(home)
                .env("ONCE_API_PORT", String.valueOf(FreePort.find()))
                .args("api")
                .start()) {
            assertThat(launcher.awaitExit(SOON)).isEqualTo(1);
            assertThat(launcher.output()).contains("The app api is not built.");
        }
    }

    @Test
    void a_child_that_dies_is_reported_with_the_end_of_its_log_and_everything_ends() throws Exception {
        Path target = Files.createDirectories(home.resolve("webhooks-app/target"));
        Files.writeString(target.resolve("webhooks-app-1.jar"), "this is no jar");
        try (AppProcess launcher = Platform.command(home)
                .env("ONCE_WEBHOOKS_PORT", String.valueOf(FreePort.find()))
                .args("webhooks")
                .start()) {
            assertThat(launcher.awaitExit(SOON)).isEqualTo(1);
            assertThat(String.join("\n", launcher.output()))
                    .contains("webhooks ended before it was ready (exit code 1).")
                    .contains("Error: Invalid or corrupt jarfile");
            assertNothingRuns();
        }
    }

    @Test
    void status_and_stop_find_nothing_where_nothing_runs() {
        for (String command : List.of("status", "stop")) {
            try (AppProcess launcher = Platform.command(home).args(command).start()) {
                launcher.awaitExit(SOON);
                assertThat(launcher.output()).first().asString().startsWith("Nothing");
            }
        }
    }

    @Test
    void an_exercise_is_compiled_and_judged_from_the_packed_jar() throws Exception {
        try (AppProcess launcher =
                Platform.command(home).args("learn", "1", "check").start()) {
            assertThat(launcher.awaitExit(SOON)).isEqualTo(1);
            assertThat(String.join("\n", launcher.output())).contains("BROKEN", "doubled", "worker B");
            assertThat(home.resolve("exercises/01-a-set-in-memory.java")).exists();
        }
        assertNothingRuns();
    }

    @Test
    void one_app_alone_prints_a_command_and_stop_from_another_terminal_ends_it() throws Exception {
        Platform.linkJars(home);
        String port = String.valueOf(FreePort.find());
        try (AppProcess launcher =
                Platform.command(home).env("ONCE_API_PORT", port).args("api").start()) {
            String curl =
                    launcher.awaitLine("curl -i -H 'Authorization: Bearer acme-demo-token'", Duration.ofMinutes(3));
            assertThat(shell(curl)).contains(" 201").doesNotContain("Idempotent-Replayed");
            assertThat(shell(curl)).contains(" 201").contains("Idempotent-Replayed: true");
            try (AppProcess second = Platform.command(home)
                    .env("ONCE_API_PORT", port)
                    .args("api")
                    .start()) {
                assertThat(second.awaitExit(SOON)).isEqualTo(1);
                assertThat(second.output()).contains("It is running already.");
            }
            try (AppProcess stop = Platform.command(home).args("stop").start()) {
                assertThat(stop.awaitExit(SOON)).isZero();
            }
            assertThat(launcher.awaitExit(SOON)).isZero();
            assertNothingRuns();
        }
    }

    @Test
    void what_a_killed_launcher_leaves_is_ended_by_stop_and_reset_deletes_the_data() {
        Platform.linkJars(home);
        String port = String.valueOf(FreePort.find());
        try (AppProcess launcher =
                Platform.command(home).env("ONCE_API_PORT", port).args("api").start()) {
            launcher.awaitLine("postgres", Duration.ofMinutes(1));
            launcher.awaitLine("How it is meant", Duration.ofMinutes(3));
            launcher.kill9();
            try (AppProcess reset = Platform.command(home).args("reset").start()) {
                assertThat(reset.awaitExit(SOON)).isZero();
            }
            assertNothingRuns();
            assertThat(home.resolve(".once/postgres/data")).doesNotExist();
        }
    }

    @Test
    @Tag("full")
    void the_signed_delivery_that_webhooks_prints_can_be_run_twice() throws Exception {
        Platform.linkJars(home);
        String port = String.valueOf(FreePort.find());
        try (AppProcess launcher = Platform.command(home)
                .env("ONCE_WEBHOOKS_PORT", port)
                .args("webhooks")
                .start()) {
            launcher.awaitLine("What it did", Duration.ofMinutes(3));
            List<String> said = launcher.output();
            int first = said.indexOf(said.stream()
                    .filter(line -> line.startsWith("body="))
                    .findFirst()
                    .orElseThrow());
            String script = String.join("\n", said.subList(first, said.indexOf("send") + 1));
            assertThat(shell(script)).contains(" 200").contains("processed");
            assertThat(shell(script)).contains(" 200").contains("duplicate");
            assertThat(launcher.stop(SOON)).isZero();
            assertNothingRuns();
        }
    }

    @Test
    @Tag("full")
    void the_statement_that_jobs_asks_for_is_one_run_however_often_it_is_asked_for() throws Exception {
        Platform.linkJars(home);
        try (AppProcess launcher = Platform.command(home)
                .env("ONCE_JOBS_PORT", String.valueOf(FreePort.find()))
                .env("ONCE_DASHBOARD_PORT", String.valueOf(FreePort.find()))
                .args("jobs")
                .start()) {
            String curl = launcher.awaitLine("curl -i", Duration.ofMinutes(3));
            String first = shell(curl);
            assertThat(first).contains(" 202");
            assertThat(location(shell(curl))).isEqualTo(location(first));
            assertThat(launcher.stop(SOON)).isZero();
            assertNothingRuns();
        }
    }

    private static String location(String answer) {
        return answer.lines()
                .filter(line -> line.startsWith("Location:"))
                .findFirst()
                .orElseThrow();
    }

    private static String shell(String script) throws Exception {
        Process process =
                new ProcessBuilder("sh", "-c", script).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes());
        process.waitFor();
        return said;
    }

    private void assertNothingRuns() {
        assertThat(ProcessHandle.allProcesses()
                        .flatMap(process -> process.info().commandLine().stream())
                        .filter(line -> line.contains(home.toString())))
                .isEmpty();
    }
}
