package dev.once.chaos.platform;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.opentest4j.TestAbortedException;

/** Other people's libraries for Node, fetched into a folder that goes away with the test. */
final class NodeProject {

    private static final int MINUTES = 5;

    private final Path folder;

    private NodeProject(Path folder) {
        this.folder = folder;
    }

    static NodeProject in(Path folder) {
        return new NodeProject(folder);
    }

    /** Installs these packages. Where there is no npm or no network, the test is skipped with a sentence, but not in CI. */
    NodeProject with(String... packages) throws IOException, InterruptedException {
        Files.writeString(folder.resolve("package.json"), "{\"private\":true}");
        List<String> install =
                new ArrayList<>(List.of("npm", "install", "--no-audit", "--no-fund", "--no-package-lock", "--silent"));
        install.addAll(List.of(packages));
        try {
            Said said = command(install);
            if (said.code == 0) {
                return this;
            }
            throw skipped("npm could not install them: " + said.text);
        } catch (IOException e) {
            throw skipped("npm is not on the PATH");
        }
    }

    /** The lines that a script out of the test's resources prints. */
    List<String> run(String script, String... arguments) throws IOException, InterruptedException {
        try (InputStream source = Objects.requireNonNull(
                Thread.currentThread().getContextClassLoader().getResourceAsStream(script), script)) {
            Files.copy(source, folder.resolve(script), StandardCopyOption.REPLACE_EXISTING);
        }
        List<String> run = new ArrayList<>(List.of("node", script));
        run.addAll(List.of(arguments));
        Said said = command(run);
        if (said.code != 0) {
            throw new AssertionError(script + " ended with " + said.code + ": " + said.text);
        }
        return said.text.lines().toList();
    }

    private record Said(int code, String text) {}

    private Said command(List<String> command) throws IOException, InterruptedException {
        Path output = folder.resolve("said.txt");
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            return new Said(-1, "no end within " + MINUTES + " minutes");
        }
        return new Said(process.exitValue(), Files.readString(output));
    }

    private static RuntimeException skipped(String why) {
        if ("true".equals(System.getenv("CI"))) {
            return new IllegalStateException(why);
        }
        System.err.println("SKIPPED: other people's libraries for Node were not tried: " + why);
        return new TestAbortedException(why);
    }
}
