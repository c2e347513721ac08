package dev.once.faults;

import dev.once.core.Attempt;
import dev.once.core.protocol.ProtocolObserver;
import dev.once.core.protocol.ProtocolStep;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;

/**
 * Stops one attempt in another process: it writes a file when it is there and goes on when the file is gone. A file that
 * is there already (its process was killed at that point) stops nobody, so the same process can be started again and heal.
 *
 * <p>An application that has this module on its class path gets one from the environment variables
 * {@value #STEP}, {@value #KEY} (a regular expression, any key if it is missing) and {@value #FOLDER}.
 */
public final class FileParkingObserver implements ProtocolObserver {

    public static final String STEP = "ONCE_PARK_STEP";
    public static final String KEY = "ONCE_PARK_KEY";
    public static final String FOLDER = "ONCE_PARK_FOLDER";

    private static final long LOOK_EVERY_NANOS = 10_000_000;

    private final ProtocolStep step;
    private final Pattern key;
    private final Path file;
    private final AtomicBoolean free = new AtomicBoolean(true);

    public FileParkingObserver(ProtocolStep step, Pattern key, Path folder) {
        this.step = step;
        this.key = key;
        this.file = file(folder, step);
    }

    /** The file that says that an attempt is parked at that step. */
    public static Path file(Path folder, ProtocolStep step) {
        return folder.resolve(step + ".parked");
    }

    /** Waits, in the test, until the other process has parked an attempt; returns the file to delete. */
    public static Path awaitParked(Path folder, ProtocolStep step, Duration deadline) {
        Path file = file(folder, step);
        long end = System.nanoTime() + deadline.toNanos();
        while (!Files.exists(file)) {
            if (System.nanoTime() > end) {
                throw new AssertionError("No attempt came to %s within %d ms.".formatted(step, deadline.toMillis()));
            }
            LockSupport.parkNanos(LOOK_EVERY_NANOS);
        }
        return file;
    }

    @Override
    public void at(ProtocolStep step, Attempt attempt) {
        if (step == this.step && key.matcher(attempt.key().value()).matches() && free.compareAndSet(true, false)) {
            park(attempt);
        }
    }

    private void park(Attempt attempt) {
        try {
            Files.writeString(
                    file,
                    attempt.scope().value() + " " + attempt.key().value(),
                    StandardOpenOption.CREATE_NEW,
                    StandardOpenOption.WRITE);
        } catch (FileAlreadyExistsException somebodyWasHere) {
            return;
        } catch (IOException e) {
            throw new UncheckedIOException("An attempt could not be parked with a file in its folder.", e);
        }
        while (Files.exists(file)) {
            LockSupport.parkNanos(LOOK_EVERY_NANOS);
        }
    }
}
