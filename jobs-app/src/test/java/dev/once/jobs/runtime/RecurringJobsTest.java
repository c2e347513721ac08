package dev.once.jobs.runtime;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import java.sql.SQLException;
import java.time.Duration;
import org.jobrunr.jobs.lambdas.IocJobLambda;
import org.jobrunr.scheduling.JobScheduler;
import org.jobrunr.storage.StorageException;
import org.junit.jupiter.api.Test;

/** The race itself is run by the chaos module, which starts two processes on a new database at the same moment. */
class RecurringJobsTest {

    private static final Duration HOUR = Duration.ofHours(1);

    private final JobScheduler scheduler = mock();
    private final RecurringJobs jobs = new RecurringJobs(scheduler, HOUR, HOUR);

    @Test
    void who_is_second_to_register_a_job_looks_again() {
        when(sweep())
                .thenThrow(new StorageException(new SQLException("duplicate key", "23505")))
                .thenReturn("");

        jobs.afterSingletonsInstantiated();

        verify(scheduler, times(2)).scheduleRecurrently(eq("retention-sweep"), any(Duration.class), anyJob());
        verify(scheduler).scheduleRecurrently(eq("missed-ends"), any(Duration.class), anyJob());
        verify(scheduler).scheduleRecurrently(eq("duplicate-effects-check"), any(Duration.class), anyJob());
    }

    @Test
    void another_failure_stops_the_start() {
        when(sweep()).thenThrow(new StorageException(new SQLException("no such table", "42P01")));

        assertThatThrownBy(jobs::afterSingletonsInstantiated).isInstanceOf(StorageException.class);
    }

    private String sweep() {
        return scheduler.scheduleRecurrently(eq("retention-sweep"), any(Duration.class), anyJob());
    }

    private static IocJobLambda<Object> anyJob() {
        return any();
    }
}
