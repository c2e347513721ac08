package dev.once.core.retention;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/** Registers this application's ledgers and effects, sweeps and counts: all in the background, and none in the way of another. */
public final class Housekeeper implements SmartLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(Housekeeper.class);

    /** A sweep may take long, and the checks go on beside it. */
    private static final int THREADS = 2;

    private final Retention retention;
    private final DuplicateEffects duplicates;
    private final RetentionProperties properties;
    private boolean registered;
    private @Nullable ScheduledExecutorService timer;

    public Housekeeper(Retention retention, DuplicateEffects duplicates, RetentionProperties properties) {
        this.retention = retention;
        this.duplicates = duplicates;
        this.properties = properties;
    }

    /** Beside a service that has declared no ledger it stays away. */
    @Override
    public boolean isAutoStartup() {
        return retention.isUsed();
    }

    @Override
    public void start() {
        timer = Executors.newScheduledThreadPool(THREADS, task -> {
            Thread thread = new Thread(task, "once-housekeeper");
            thread.setDaemon(true);
            return thread;
        });
        repeat(timer, Duration.ZERO, properties.checkEvery(), this::registerAndCheck);
        repeat(timer, properties.every(), properties.every(), this::sweep);
    }

    @Override
    public void stop() {
        if (timer != null) {
            timer.shutdownNow();
            timer = null;
        }
    }

    @Override
    public boolean isRunning() {
        return timer != null;
    }

    private void registerAndCheck() {
        if (!registered) {
            registered = succeeds("Registering the ledgers", retention::register)
                    & succeeds("Registering the effects", duplicates::register);
        }
        succeeds("Looking for duplicate effects", duplicates::check);
    }

    private void sweep() {
        succeeds("Sweeping", properties.enabled() ? retention::sweep : retention::sweepWhatOthersCannot);
    }

    private static void repeat(ScheduledExecutorService timer, Duration first, Duration every, Runnable task) {
        timer.scheduleWithFixedDelay(task, first.toMillis(), every.toMillis(), TimeUnit.MILLISECONDS);
    }

    private static boolean succeeds(String what, Runnable task) {
        try {
            task.run();
            return true;
        } catch (Throwable e) {
            LOG.warn("{} failed and is tried again later: {}", what, String.valueOf(e));
            return false;
        }
    }
}
