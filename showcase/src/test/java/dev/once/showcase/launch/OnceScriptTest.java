package dev.once.showcase.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** `./once` on machines that are not ready for it: a sentence that says what to do. */
@DisabledOnOs(OS.WINDOWS)
class OnceScriptTest {

    private static final Path SCRIPT = Path.of("..", "once").toAbsolutePath().normalize();
    private static final List<String> TOOLS = List.of(
            "sh", "dirname", "sed", "cat", "cksum", "cut", "echo", "find", "sort", "head", "tr", "ls", "mkdir", "tee",
            "awk", "tail", "grep", "rm", "mv");

    @TempDir
    private Path folder;

    private record Said(int exit, String words) {}

    @Test
    void no_java() throws Exception {
        Said said = run();
        assertThat(said.exit()).isEqualTo(1);
        assertThat(said.words()).contains("There is no java.").contains("Install a JDK 17 or newer");
    }

    @Test
    void a_java_home_without_java() throws Exception {
        assertThat(run(Map.of("JAVA_HOME", "/nowhere")).words()).contains("There is no java in JAVA_HOME (/nowhere).");
    }

    @Test
    void an_old_java() throws Exception {
        fake("java", "echo '    java.specification.version = 11' >&2");
        assertThat(run().words()).contains("This java is version 11, and Once needs a JDK 17 or newer.");
        fake("java", "echo '    java.specification.version = 1.8' >&2");
        assertThat(run().words()).contains("This java is version 8");
    }

    @Test
    void no_maven() throws Exception {
        fake("java", "echo '    java.specification.version = 17' >&2");
        assertThat(run().words()).contains("There is no Maven (mvn) on the PATH.");
    }

    @Test
    void an_old_maven() throws Exception {
        fake("java", "echo '    java.specification.version = 21' >&2");
        fake("mvn", "echo 'Apache Maven 3.6.3 (abc)'");
        assertThat(run().words()).contains("This Maven is version 3.6, and Once needs 3.8 or newer.");
    }

    @Test
    void a_jre_without_a_compiler() throws Exception {
        fake("java", "echo '    java.specification.version = 17' >&2");
        fake("mvn", "echo 'Apache Maven 3.9.9'");
        assertThat(run().words()).contains("This java has no compiler (javac)");
    }

    @Test
    void a_build_that_fails_shows_its_errors() throws Exception {
        fake("java", "echo '    java.specification.version = 17' >&2");
        fake("javac", "true");
        fake("mvn", "case $* in *-v*) echo 'Apache Maven 3.9.9';; *) echo '[ERROR] no network'; exit 1;; esac");
        Said said = run();
        assertThat(said.exit()).isEqualTo(1);
        assertThat(said.words())
                .contains("Building for the first time. Maven downloads a lot now")
                .contains("[ERROR] no network")
                .contains("The build failed. All of it is in .once/logs/build.log.");
    }

    @Test
    void what_is_built_is_not_built_again_until_a_source_changes() throws Exception {
        Path source = project();
        fake("java", "echo '    java.specification.version = 17' >&2; case $* in *-jar*) echo started;; esac");
        fake("javac", "true");
        fake(
                "mvn",
                "case $* in *-v*) echo 'Apache Maven 3.9.9';; *) echo '[INFO] Building Once: showcase 1.0.0-SNAPSHOT  [1/1]';; esac");
        assertThat(run().words())
                .contains("Building for the first time")
                .contains("Once: showcase  [1/1]")
                .contains("started");
        assertThat(run().words()).doesNotContain("Building").contains("started");
        Files.setLastModifiedTime(
                source, java.nio.file.attribute.FileTime.fromMillis(System.currentTimeMillis() + 5000));
        assertThat(run().words()).contains("Building what has changed").contains("started");
        Files.delete(source);
        assertThat(run().words()).as("a source is gone").contains("Building what has changed");
    }

    @Test
    void what_is_packed_is_unpacked_once_and_again_where_it_was_packed_anew() throws Exception {
        project();
        Path log = folder.resolve("unpacked.log");
        fake(
                "java",
                """
                echo '    java.specification.version = 17' >&2
                for last; do :; done
                case $* in
                  *extract*) echo "$last" >> %s; mkdir "$last";;
                  *-jar*) echo started;;
                esac"""
                        .formatted(log));
        fake("javac", "true");
        fake("mvn", "case $* in *-v*) echo 'Apache Maven 3.9.9';; esac");
        assertThat(run().words()).contains("started");
        assertThat(log).content().hasLineCount(5).contains("forms-app/target/unpacked.new");
        assertThat(folder.resolve("forms-app/target/unpacked")).isDirectory();
        Files.delete(log);
        assertThat(run().words()).contains("started");
        assertThat(log).doesNotExist();
        Files.setLastModifiedTime(
                folder.resolve("forms-app/target/forms-app-1-exec.jar"),
                java.nio.file.attribute.FileTime.fromMillis(System.currentTimeMillis() + 5000));
        assertThat(run().words()).contains("started");
        assertThat(log).content().isEqualToIgnoringNewLines("forms-app/target/unpacked.new");
    }

    @Test
    void a_word_it_does_not_know() throws Exception {
        Said said = run(Map.of(), "nonsense");
        assertThat(said.exit()).isEqualTo(1);
        assertThat(said.words()).contains("'nonsense' is nothing that Once can do.");
    }

    /** A project as the script sees it: some sources and what was made of them. */
    private Path project() throws IOException {
        Files.writeString(folder.resolve("pom.xml"), "");
        Path source = folder.resolve("showcase/src/main/A.java");
        for (String module : List.of("webhooks-app", "forms-app", "jobs-app", "public-api-app", "showcase")) {
            Files.createDirectories(folder.resolve(module).resolve("target"));
            Files.createDirectories(folder.resolve(module).resolve("src/main"));
            Files.writeString(folder.resolve(module).resolve("pom.xml"), "");
            Files.writeString(folder.resolve(module).resolve("target").resolve(module + "-1.jar"), "");
            Files.writeString(folder.resolve(module).resolve("target").resolve(module + "-1-exec.jar"), "");
        }
        Files.writeString(source, "");
        return source;
    }

    private Said run(String... arguments) throws Exception {
        return run(Map.of(), arguments);
    }

    private Said run(Map<String, String> environment, String... arguments) throws Exception {
        Path script = folder.resolve("once");
        Files.copy(SCRIPT, script, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        Path tools = Files.createDirectories(folder.resolve("bin"));
        for (String tool : TOOLS) {
            Path link = tools.resolve(tool);
            if (!Files.exists(link)) {
                Files.createSymbolicLink(link, real(tool));
            }
        }
        ProcessBuilder builder = new ProcessBuilder(java.util.stream.Stream.concat(
                                java.util.stream.Stream.of(tools.resolve("sh").toString(), script.toString()),
                                java.util.stream.Stream.of(arguments))
                        .toList())
                .redirectErrorStream(true);
        builder.environment().clear();
        builder.environment().put("PATH", tools.toString());
        builder.environment().putAll(environment);
        Process process = builder.start();
        String words = new String(process.getInputStream().readAllBytes());
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return new Said(process.exitValue(), words);
    }

    private void fake(String tool, String script) throws IOException {
        Path file = Files.createDirectories(folder.resolve("bin")).resolve(tool);
        Files.writeString(file, "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static Path real(String tool) {
        for (String directory : System.getenv("PATH").split(":")) {
            if (Files.isExecutable(Path.of(directory, tool))) {
                return Path.of(directory, tool);
            }
        }
        throw new IllegalStateException("This machine has no " + tool);
    }
}
