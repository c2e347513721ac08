package dev.once.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * An application in a process of its own, which a test can kill, stop, freeze and start again. Nothing is left behind:
 * what still runs ends with {@link #close()}, at the latest when this JVM ends.
 */
public final class AppProcess implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Set<AppProcess> RUNNING = ConcurrentHashMap.newKeySet();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> RUNNING.forEach(AppProcess::close), "end-app-processes"));
    }

    private final Command command;
    private final Set<ProcessHandle> children = new LinkedHashSet<>();
    private Process process;
    private ProcessOutput output;

    private AppProcess(Command command) {
        this.command = command;
        RUNNING.add(this);
        this.process = command.launch();
        this.output = new ProcessOutput(process, command.name);
    }

    /** {@code java -jar} that file. */
    public static Command jar(Path jar) {
        return new Command(jar.getFileName().toString(), List.of("-jar", jar.toString()));
    }

    /** That class's {@code main} on the class path of the running test. */
    public static Command main(Class<?> main) {
        return new Command(main.getSimpleName(), List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    }

    public long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** What the running (or last) incarnation has written so far, both streams, line by line. */
    public List<String> output() {
        return output.lines();
    }

    /** Waits for a line that contains the text, and returns it. */
    public String awaitLine(String text, Duration deadline) {
        return output.await(text, deadline);
    }

    /** Waits until the URL answers with a 2xx. */
    public AppProcess awaitHttp(URI url, Duration deadline) {
        var client =
                HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(1)).build();
        var request = HttpRequest.newBuilder(url).timeout(Duration.ofSeconds(2)).build();
        output.poll("%s answers".formatted(url), deadline, () -> {
            try {
                int status = client.send(request, HttpResponse.BodyHandlers.discarding())
                        .statusCode();
                return status / 100 == 2;
            } catch (IOException notYet) {
                return false;
            }
        });
        return this;
    }

    /** The end nobody can prepare for: SIGKILL. Returns when the process is gone. */
    public void kill9() {
        process.descendants().forEach(children::add);
        process.toHandle().destroyForcibly();
        awaitExit(PATIENCE);
    }

    /** A polite end: SIGTERM. Returns the exit code when the process is gone. */
    public int stop() {
        return stop(PATIENCE);
    }

    /** A polite end: SIGTERM. Returns the exit code when the process is gone. */
    public int stop(Duration patience) {
        process.descendants().forEach(children::add);
        // Process.destroy() would close the stream that carries the last words.
        process.toHandle().destroy();
        return awaitExit(patience);
    }

    /** Freezes the process where it is: SIGSTOP. Its sockets stay open and nobody answers on them. */
    public void pause() {
        signal("STOP");
    }

    /** Lets a frozen process go on: SIGCONT. */
    public void resume() {
        signal("CONT");
    }

    /** Starts the same command again; what still runs of it is killed first. */
    public AppProcess restart() {
        if (isAlive()) {
            kill9();
        }
        RUNNING.add(this);
        process = command.launch();
        output = new ProcessOutput(process, command.name);
        return this;
    }

    /** Waits until the process has ended by itself. */
    public int awaitExit(Duration deadline) {
        try {
            if (process.waitFor(deadline.toMillis(), TimeUnit.MILLISECONDS)) {
                return process.exitValue();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while waiting for the end of " + this, interrupted);
        }
        throw new AssertionError("%s still runs after %d ms.%n%s".formatted(this, deadline.toMillis(), output.tail()));
    }

    /** Kills what is left of it, children too. */
    @Override
    public void close() {
        process.descendants().forEach(children::add);
        process.toHandle().destroyForcibly();
        children.forEach(ProcessHandle::destroyForcibly);
        children.clear();
        process.onExit().orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
        RUNNING.remove(this);
    }

    @Override
    public String toString() {
        return "%s (process %d)".formatted(command.name, pid());
    }

    private void signal(String name) {
        try {
            var kill = new ProcessBuilder("kill", "-" + name, Long.toString(pid()))
                    .redirectErrorStream(true)
                    .start();
            String said = new String(kill.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (kill.waitFor() != 0) {
                throw new IllegalStateException("SIG%s did not reach %s: %s".formatted(name, this, said.strip()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Signals are sent by the kill command, which is not there.", e);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while sending SIG" + name, interrupted);
        }
    }

    /** What to start, and with what. */
    public static final class Command {

        private final List<String> target;
        private final Map<String, String> environment = new LinkedHashMap<>();
        private final List<String> arguments = new ArrayList<>();
        private List<String> jvm = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");
        private String name;

        private Command(String name, List<String> target) {
            this.name = name;
            this.target = target;
        }

        /** What messages call it. */
        public Command named(String name) {
            this.name = name;
            return this;
        }

        public Command env(String name, String value) {
            environment.put(name, value);
            return this;
        }

        public Command args(String... more) {
            arguments.addAll(Arrays.asList(more));
            return this;
        }

        /** JVM flags in place of those for a quick start. */
        public Command jvm(String... flags) {
            jvm = List.of(flags);
            return this;
        }

        public AppProcess start() {
            return new AppProcess(this);
        }

        private Process launch() {
            var line = new ArrayList<String>();
            line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            line.addAll(jvm);
            line.addAll(target);
            line.addAll(arguments);
            var builder = new ProcessBuilder(line).redirectErrorStream(true);
            builder.environment().putAll(environment);
            try {
                var process = builder.start();
                process.getOutputStream().close();
                return process;
            } catch (IOException e) {
                throw new UncheckedIOException("%s could not be started.".formatted(name), e);
            }
        }
    }
}
