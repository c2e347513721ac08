package dev.once.showcase.launch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * What a launcher has running, written down for `status` and `stop`, and for the next start after a `kill -9` of the launcher.
 * A process is known by its id and its start time, since ids are used again.
 */
final class Running implements AutoCloseable {

    private final Path file;
    private final FileChannel lock;
    private final Properties processes = new Properties();

    private Running(Path file, FileChannel lock) {
        this.file = file;
        this.lock = lock;
    }

    /** Only one launcher of a kind at a time. What a killed one has left is ended first. */
    static Running begin(Home home, String name) {
        Path file = home.running(name);
        try {
            FileChannel channel = FileChannel.open(
                    file.resolveSibling(name + ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            FileLock held = channel.tryLock();
            if (held == null) {
                channel.close();
                throw new Refusal("It is running already.", "./once status shows it, ./once stop ends it.");
            }
            Leftovers.end(read(file));
            Running running = new Running(file, channel);
            running.note("launcher", ProcessHandle.current(), "");
            return running;
        } catch (IOException e) {
            throw new UncheckedIOException("What is running cannot be written down in " + file, e);
        }
    }

    synchronized void note(String name, ProcessHandle process, String url) {
        processes.setProperty(name, process.pid() + " " + startOf(process) + " " + url);
        try (var out = Files.newOutputStream(file)) {
            processes.store(out, null);
        } catch (IOException e) {
            throw new UncheckedIOException("What is running cannot be written down in " + file, e);
        }
    }

    @Override
    public void close() {
        try {
            Files.deleteIfExists(file);
            lock.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Properties read(Path file) {
        Properties read = new Properties();
        if (Files.exists(file)) {
            try (var in = Files.newInputStream(file)) {
                read.load(in);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return read;
    }

    /** The process of that entry, if it still runs. */
    static Optional<ProcessHandle> alive(@Nullable String entry) {
        if (entry == null) {
            return Optional.empty();
        }
        String[] parts = entry.split(" ", 3);
        return ProcessHandle.of(Long.parseLong(parts[0]))
                .filter(ProcessHandle::isAlive)
                .filter(process -> startOf(process) == Long.parseLong(parts[1]));
    }

    static String urlOf(String entry) {
        return entry.split(" ", 3)[2];
    }

    private static long startOf(ProcessHandle process) {
        return process.info()
                .startInstant()
                .map(java.time.Instant::toEpochMilli)
                .orElse(0L);
    }
}
