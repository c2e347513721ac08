package dev.once.localpostgres;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Another process with a main class of this module, which prints one line when it is ready. */
final class MainProcess implements AutoCloseable {

    private final Process process;
    private final BufferedReader output;

    private MainProcess(Process process) {
        this.process = process;
        this.output = process.inputReader();
    }

    static MainProcess start(Class<?> main, Path folder, String... options) throws IOException {
        List<String> command = new ArrayList<>(
                List.of(ProcessHandle.current().info().command().orElse("java"), "-XX:TieredStopAtLevel=1"));
        command.addAll(List.of(options));
        command.addAll(List.of(
                "-D" + Home.DIRECTORY + "=" + folder, "-cp", System.getProperty("java.class.path"), main.getName()));
        return new MainProcess(
                new ProcessBuilder(command).redirectErrorStream(true).start());
    }

    /** What it prints that is no log line. */
    String says() throws IOException {
        String line = output.readLine();
        while (line != null && line.contains(" -- ")) {
            line = output.readLine();
        }
        return line;
    }

    int exitCode() throws InterruptedException {
        return process.waitFor();
    }

    /** As Ctrl-C would; through the handle, because `Process.destroy` closes the output that is still to be read. */
    void end() throws InterruptedException {
        process.toHandle().destroy();
        process.waitFor();
    }

    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
