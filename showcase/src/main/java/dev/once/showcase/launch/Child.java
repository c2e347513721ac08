package dev.once.showcase.launch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One app's process: started, watched, and started again when it dies, unless it dies too often. */
final class Child {

    /** So many deaths in so short a time are no accident. */
    private static final int DEATHS = 3;

    private static final Duration WITHIN = Duration.ofMinutes(1);
    private static final int INTERRUPTED = 130;
    private static final Duration PATIENCE = Duration.ofSeconds(25);

    private final App app;
    private final URI url;
    private final ProcessBuilder command;
    private final Path log;
    private final Deque<Long> deaths = new ArrayDeque<>();
    private @Nullable Process process;
    private boolean everHealthy;
    private boolean killedOnPurpose;
    private boolean stopping;
    private volatile boolean healthy;
    private int starts;

    Child(App app, URI url, ProcessBuilder command, Path log) {
        this.app = app;
        this.url = url;
        this.command = command;
        this.log = log;
        command.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    }

    App app() {
        return app;
    }

    synchronized void start() {
        if (stopping) {
            return;
        }
        try {
            healthy = false;
            process = command.start();
            starts++;
        } catch (IOException e) {
            throw new UncheckedIOException("java cannot be started.", e);
        }
    }

    /** Blocks until the process has ended, and decides what next: a sentence if it is beyond help. */
    @Nullable
    String awaitEndAndRestart() throws InterruptedException {
        Process watched = current();
        watched.waitFor();
        healthy = false;
        synchronized (this) {
            if (watched.exitValue() == INTERRUPTED && !stopping) {
                // Ctrl-C reaches the whole family at once: the order to stop may be a moment behind.
                wait(1000);
            }
            if (stopping) {
                return null;
            }
            if (!killedOnPurpose) {
                String verdict = beyondHelp(watched.exitValue());
                if (verdict != null) {
                    return verdict;
                }
            }
            killedOnPurpose = false;
            start();
            return null;
        }
    }

    private @Nullable String beyondHelp(int exit) {
        long now = System.nanoTime();
        deaths.addLast(now);
        while (now - deaths.peekFirst() > WITHIN.toNanos()) {
            deaths.removeFirst();
        }
        if (!everHealthy) {
            return "%s ended before it was ready (exit code %d).".formatted(app.key(), exit);
        }
        return deaths.size() < DEATHS
                ? null
                : "%s has died %d times within a minute (exit code %d).".formatted(app.key(), deaths.size(), exit);
    }

    /** Asks it; true once it has answered that it is ready. */
    boolean isHealthy() {
        if (!healthy && current().isAlive() && Http.isOk(url.resolve("/actuator/health/readiness"))) {
            synchronized (this) {
                healthy = current().isAlive();
                everHealthy |= healthy;
            }
        }
        return healthy;
    }

    Apps.State state() {
        boolean ready = isHealthy();
        Process now = current();
        Apps.Health health = !now.isAlive() ? Apps.Health.DEAD : ready ? Apps.Health.HEALTHY : Apps.Health.STARTING;
        return new Apps.State(app, url, health, now.pid(), starts());
    }

    synchronized void kill9() {
        killedOnPurpose = true;
        current().destroyForcibly();
    }

    /** Asks politely; {@link #awaitStop} then insists. */
    synchronized void stop() {
        stopping = true;
        notifyAll();
        if (process != null) {
            process.destroy();
        }
    }

    void awaitStop() {
        Process ending = process;
        try {
            if (ending != null && !ending.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                ending.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            ending.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    /** The last lines it wrote. */
    String tail() {
        try {
            List<String> lines = Files.readAllLines(log);
            return String.join("\n", lines.subList(Math.max(0, lines.size() - 25), lines.size()));
        } catch (IOException e) {
            return "(its log cannot be read)";
        }
    }

    Path log() {
        return log;
    }

    synchronized boolean isStopping() {
        return stopping;
    }

    private synchronized int starts() {
        return starts;
    }

    private synchronized Process current() {
        Process now = process;
        if (now == null) {
            throw new IllegalStateException(app.key() + " was never started.");
        }
        return now;
    }
}
