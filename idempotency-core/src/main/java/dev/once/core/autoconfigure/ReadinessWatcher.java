package dev.once.core.autoconfigure;

import dev.once.core.Idempotencies;
import dev.once.core.Reads;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.ReadinessState;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.ApplicationListener;
import org.springframework.context.SmartLifecycle;
import org.springframework.core.Ordered;
import org.springframework.dao.DataAccessException;

/**
 * Refuses traffic while the server cannot write: after a failover the pool may be connected to a standby, which answers every
 * health check and no claim. It takes back its own refusal only, never that of a shutdown or of anybody else.
 */
final class ReadinessWatcher
        implements SmartLifecycle, ApplicationListener<AvailabilityChangeEvent<ReadinessState>>, Ordered {

    private static final Logger LOG = LoggerFactory.getLogger(ReadinessWatcher.class);

    private final Idempotencies core;
    private final Reads reads;
    private final ApplicationEventPublisher events;
    private final Duration every;
    private @Nullable ScheduledExecutorService timer;
    private ReadinessState state = ReadinessState.REFUSING_TRAFFIC;
    private boolean refusedHere;

    ReadinessWatcher(Idempotencies core, ApplicationEventPublisher events, Duration every) {
        this.core = core;
        this.reads = core.reads();
        this.events = events;
        this.every = every;
    }

    /** A service that has declared no ledger decides for itself. */
    @Override
    public boolean isAutoStartup() {
        return core.isUsed();
    }

    @Override
    public synchronized void start() {
        timer = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "once-readiness");
            thread.setDaemon(true);
            return thread;
        });
        timer.scheduleWithFixedDelay(this::lookCarefully, every.toMillis(), every.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public synchronized void stop() {
        if (timer != null) {
            timer.shutdownNow();
            timer = null;
        }
    }

    @Override
    public synchronized boolean isRunning() {
        return timer != null;
    }

    /** Before the one who remembers the state: what others say while this one speaks is remembered after it. */
    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }

    @Override
    public synchronized void onApplicationEvent(AvailabilityChangeEvent<ReadinessState> event) {
        state = event.getState();
        refusedHere = event.getSource() == this && state == ReadinessState.REFUSING_TRAFFIC;
    }

    private void look() {
        boolean recovering;
        try {
            recovering = reads.query("select pg_is_in_recovery()").single((row, i) -> row.getBoolean(1));
        } catch (DataAccessException e) {
            if (isFromServerOrDriver(e)) {
                say(String.valueOf(e.getMessage()));
            }
            return;
        }
        say(recovering ? "it is in recovery" : null);
    }

    /** A task that throws is never run again. */
    private void lookCarefully() {
        try {
            look();
        } catch (Throwable e) {
            LOG.warn("Could not look whether the database can write, and looks again", e);
        }
    }

    /** What comes from the pool alone has no SQL state: all its connections are busy, and that is no outage. */
    private static boolean isFromServerOrDriver(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException e && e.getSQLState() != null) {
                return true;
            }
        }
        return false;
    }

    private synchronized void say(@Nullable String obstacle) {
        if (timer == null) {
            return;
        }
        if (obstacle != null && state == ReadinessState.ACCEPTING_TRAFFIC) {
            LOG.warn("Takes no traffic: the database cannot write: {}", obstacle);
            AvailabilityChangeEvent.publish(events, this, ReadinessState.REFUSING_TRAFFIC);
        } else if (obstacle == null && refusedHere) {
            LOG.info("Takes traffic again: the database can write");
            AvailabilityChangeEvent.publish(events, this, ReadinessState.ACCEPTING_TRAFFIC);
        }
    }
}
