package dev.once.jobs.runtime;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jobrunr.server.BackgroundJobServer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/** JobRunr's server stops itself for good when its database is away for a moment, or it was frozen too often. We do not. */
@Component
class JobServerKeeper implements SmartLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(JobServerKeeper.class);
    private static final long LOOK_EVERY_SECONDS = 5;

    private final @Nullable BackgroundJobServer server;
    private @Nullable ScheduledExecutorService timer;

    JobServerKeeper(ObjectProvider<BackgroundJobServer> server) {
        this.server = server.getIfAvailable();
    }

    @Override
    public void start() {
        if (server != null) {
            timer = Executors.newSingleThreadScheduledExecutor(task -> {
                Thread thread = new Thread(task, "job-server-keeper");
                thread.setDaemon(true);
                return thread;
            });
            timer.scheduleWithFixedDelay(this::look, LOOK_EVERY_SECONDS, LOOK_EVERY_SECONDS, TimeUnit.SECONDS);
        }
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

    private void look() {
        try {
            if (server != null && !server.isRunning()) {
                LOG.warn("The job server has stopped itself; starting it again");
                server.start();
            }
        } catch (RuntimeException e) {
            LOG.warn("The job server could not be started and is tried again: {}", e.getMessage());
        }
    }
}
