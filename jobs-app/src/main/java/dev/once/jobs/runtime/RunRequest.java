package dev.once.jobs.runtime;

import org.jobrunr.jobs.lambdas.JobRequest;

/** All that the job runtime is told. What was asked stays in our own tables, so nothing personal is in its dashboard. */
public record RunRequest(String kind) implements JobRequest {

    @Override
    public Class<RunWorker> getJobRequestHandler() {
        return RunWorker.class;
    }
}
