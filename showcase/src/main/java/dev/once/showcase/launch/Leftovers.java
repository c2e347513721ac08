package dev.once.showcase.launch;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Ends processes that a launcher wrote down: politely, then not. */
final class Leftovers {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private Leftovers() {}

    static void end(Properties processes) {
        List<ProcessHandle> alive = processes.stringPropertyNames().stream()
                .map(processes::getProperty)
                .map(Running::alive)
                .flatMap(Optional::stream)
                .toList();
        alive.forEach(ProcessHandle::destroy);
        alive.forEach(Leftovers::awaitEnd);
    }

    static void awaitEnd(ProcessHandle process) {
        try {
            process.onExit().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            process.destroyForcibly();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
