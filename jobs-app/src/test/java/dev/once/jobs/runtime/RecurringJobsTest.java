package dev.once.jobs.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import dev.once.faults.Hammer;
import dev.once.localpostgres.Database;
import dev.once.localpostgres.TestPostgres;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jobrunr.jobs.lambdas.IocJobLambda;
import org.jobrunr.jobs.mappers.JobMapper;
import org.jobrunr.scheduling.JobScheduler;
import org.jobrunr.storage.StorageException;
import org.jobrunr.storage.StorageProvider;
import org.jobrunr.storage.sql.common.SqlStorageProviderFactory;
import org.jobrunr.utils.mapper.jackson.JacksonJsonMapper;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

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
    void processes_that_start_together_on_a_new_database_all_start() {
        for (int round = 0; round < 3; round++) {
            Database database = TestPostgres.shared().newDatabase();
            var source = new DriverManagerDataSource(database.jdbcUrl(), database.username(), database.password());
            List<RecurringJobs> processes =
                    Stream.generate(() -> process(source)).limit(4).toList();

            assertThat(Hammer.of(4)
                            .strike(i -> {
                                processes.get(i).afterSingletonsInstantiated();
                                return "started";
                            })
                            .answersOfAll())
                    .containsOnly("started");
        }
    }

    private static RecurringJobs process(DataSource database) {
        StorageProvider storage = SqlStorageProviderFactory.using(database);
        storage.setJobMapper(new JobMapper(new JacksonJsonMapper()));
        return new RecurringJobs(new JobScheduler(storage), HOUR, HOUR);
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
