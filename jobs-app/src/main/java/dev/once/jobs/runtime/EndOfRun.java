package dev.once.jobs.runtime;

import java.util.List;
import org.jobrunr.jobs.Job;
import org.jobrunr.jobs.filters.ElectStateFilter;
import org.jobrunr.jobs.states.FailedState;
import org.jobrunr.jobs.states.JobState;
import org.jobrunr.jobs.states.StateName;
import org.jobrunr.server.BackgroundJobServer;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/**
 * A run whose tries are used up has failed, also where the last worker died. It stands behind JobRunr's own filter, which
 * turns a failure into a retry while there are any; what is still a failure here is the end.
 */
@Component
public class EndOfRun implements ElectStateFilter {

    private final RunStates states;

    EndOfRun(RunStates states, ObjectProvider<BackgroundJobServer> server) {
        this.states = states;
        server.ifAvailable(running -> running.setJobFilters(List.of(this)));
    }

    @Override
    public void onStateElection(Job job, JobState newState) {
        if (job.hasState(StateName.FAILED)
                && newState instanceof FailedState failure
                && job.getJobDetails().getClassName().equals(RunWorker.class.getName())) {
            states.failed(job.getId(), failure.getMessage() + ": " + failure.getExceptionMessage());
        }
    }
}
