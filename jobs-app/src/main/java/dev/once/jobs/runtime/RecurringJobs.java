package dev.once.jobs.runtime;

import java.sql.SQLException;
import java.time.Duration;
import org.jobrunr.jobs.lambdas.IocJobLambda;
import org.jobrunr.scheduling.JobScheduler;
import org.jobrunr.storage.StorageException;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/**
 * Tells JobRunr what to do again and again. Not by its annotation: it looks whether a job is there and then inserts it, so of
 * two processes that start together on a new database one would fail to start. Here, whoever loses looks again.
 */
@Component
class RecurringJobs implements SmartInitializingSingleton {

    private static final String UNIQUE_VIOLATION = "23505";
    private static final int TRIES = 4;

    private final JobScheduler scheduler;
    private final Duration sweepEvery;
    private final Duration checkEvery;

    RecurringJobs(
            JobScheduler scheduler,
            @Value("${once.jobs.sweep-every:PT1H}") Duration sweepEvery,
            @Value("${once.jobs.check-every:PT5M}") Duration checkEvery) {
        this.scheduler = scheduler;
        this.sweepEvery = sweepEvery;
        this.checkEvery = checkEvery;
    }

    @Override
    public void afterSingletonsInstantiated() {
        every(sweepEvery, "retention-sweep", Housekeeping::sweep);
        every(checkEvery, "missed-ends", Housekeeping::noteMissedEnds);
        every(checkEvery, "duplicate-effects-check", Housekeeping::countDuplicateEffects);
    }

    private void every(Duration interval, String id, IocJobLambda<Housekeeping> work) {
        for (int attempt = 1; ; attempt++) {
            try {
                scheduler.scheduleRecurrently(id, interval, work);
                return;
            } catch (StorageException e) {
                if (attempt == TRIES || !anotherWasFaster(e)) {
                    throw e;
                }
            }
        }
    }

    private static boolean anotherWasFaster(Throwable e) {
        for (@Nullable Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException sql && UNIQUE_VIOLATION.equals(sql.getSQLState())) {
                return true;
            }
        }
        return false;
    }
}
