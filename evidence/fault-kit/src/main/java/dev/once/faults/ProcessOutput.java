package dev.once.faults;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The lines of one process as they come, and waiting for something to become true while it lives. */
final class ProcessOutput {

    /** How often a condition that nobody announces is looked at. */
    private static final long POLL_MILLIS = 50;

    interface Condition {
        boolean holds() throws InterruptedException;
    }

    private final List<String> lines = new ArrayList<>();
    private final Process process;
    private final String name;
    private boolean ended;

    ProcessOutput(Process process, String name) {
        this.process = process;
        this.name = name;
        var reader = new Thread(this::read, "output-of-" + name);
        reader.setDaemon(true);
        reader.start();
    }

    synchronized List<String> lines() {
        return List.copyOf(lines);
    }

    synchronized String tail() {
        return String.join(System.lineSeparator(), lines.subList(Math.max(0, lines.size() - 40), lines.size()));
    }

    synchronized String await(String text, Duration deadline) {
        long end = System.nanoTime() + deadline.toNanos();
        int seen = 0;
        while (true) {
            for (; seen < lines.size(); seen++) {
                if (lines.get(seen).contains(text)) {
                    return lines.get(seen);
                }
            }
            if (ended || !pause(end - System.nanoTime())) {
                throw gaveUp("a line with '%s'".formatted(text), deadline);
            }
        }
    }

    void poll(String what, Duration deadline, Condition condition) {
        long end = System.nanoTime() + deadline.toNanos();
        try {
            while (!condition.holds()) {
                synchronized (this) {
                    long left = Math.min(end - System.nanoTime(), TimeUnit.MILLISECONDS.toNanos(POLL_MILLIS));
                    if (ended || !pause(left)) {
                        throw gaveUp(what, deadline);
                    }
                }
            }
        } catch (InterruptedException interrupted) {
            throw interrupted(interrupted);
        }
    }

    /** Returns early when there is news; every caller looks again. */
    @SuppressWarnings("WaitNotInLoop")
    private boolean pause(long nanos) {
        if (nanos <= 0) {
            return false;
        }
        try {
            wait(TimeUnit.NANOSECONDS.toMillis(nanos) + 1);
            return true;
        } catch (InterruptedException interrupted) {
            throw interrupted(interrupted);
        }
    }

    private AssertionError gaveUp(String what, Duration deadline) {
        String why = ended ? "it ended" : "%d ms have passed".formatted(deadline.toMillis());
        return new AssertionError("Waited for %s (process %d): %s, but %s. Its last lines:%n%s"
                .formatted(name, process.pid(), what, why, tail()));
    }

    private IllegalStateException interrupted(InterruptedException cause) {
        Thread.currentThread().interrupt();
        return new IllegalStateException("Interrupted while waiting for " + name, cause);
    }

    private void read() {
        try (var reader = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                synchronized (this) {
                    lines.add(line);
                    notifyAll();
                }
            }
        } catch (IOException cut) {
            // A killed process may take its pipe with it.
        } finally {
            synchronized (this) {
                ended = true;
                notifyAll();
            }
        }
    }
}
