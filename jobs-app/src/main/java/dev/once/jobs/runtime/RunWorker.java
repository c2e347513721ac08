package dev.once.jobs.runtime;

import dev.once.core.AnswerErasedException;
import dev.once.jobs.provenance.Run;
import dev.once.jobs.surface.JobEffects;
import dev.once.jobs.surface.JobRun;
import dev.once.jobs.surface.JobSurface;
import dev.once.jobs.surface.OutcomeUnknownToUsException;
import dev.once.jobs.surface.Outputs;
import dev.once.jobs.surface.RunFailedException;
import dev.once.jobs.surface.VendorStep;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jobrunr.JobRunrException;
import org.jobrunr.jobs.context.JobContext;
import org.jobrunr.jobs.lambdas.JobRequestHandler;
import org.jobrunr.server.runner.ThreadLocalJobContext;
import org.springframework.stereotype.Component;

/** One attempt at one run. What it throws tells the runtime whether to try again. */
@Component
public class RunWorker implements JobRequestHandler<RunRequest> {

    private final Map<String, JobEffects> jobs;
    private final RunStates states;
    private final JobSurface surface;
    private final VendorStep vendors;
    private final Outputs outputs;

    RunWorker(List<JobEffects> jobs, RunStates states, JobSurface surface, VendorStep vendors, Outputs outputs) {
        this.jobs = jobs.stream().collect(Collectors.toMap(JobEffects::topic, Function.identity()));
        this.states = states;
        this.surface = surface;
        this.vendors = vendors;
        this.outputs = outputs;
    }

    @Override
    public void run(RunRequest request) {
        JobContext context = ThreadLocalJobContext.getJobContext();
        Run run = surface.begin(context.getJobId());
        if (!states.started(run.id(), context.amountOfFailures() + 1)) {
            return;
        }
        try {
            job(run).run(new JobRun(run, surface, vendors, outputs));
            states.succeeded(run.id());
        } catch (OutcomeUnknownToUsException e) {
            states.unknown(run.id(), e.getMessage());
            throw doNotTryAgain(e);
        } catch (RunFailedException | AnswerErasedException e) {
            states.failed(run.id(), e.getMessage());
            throw doNotTryAgain(e);
        } catch (RuntimeException e) {
            noteTrouble(run.id(), e);
            throw e;
        }
    }

    private JobEffects job(Run run) {
        JobEffects job = jobs.get(run.kind());
        if (job == null) {
            throw new RunFailedException("This release knows no job '" + run.kind() + "'.");
        }
        return job;
    }

    /** With the database away the note is lost, and the trouble itself must not be. */
    private void noteTrouble(UUID run, RuntimeException trouble) {
        try {
            states.troubled(run, trouble.getMessage());
        } catch (RuntimeException e) {
            trouble.addSuppressed(e);
        }
    }

    private static JobRunrException doNotTryAgain(RuntimeException e) {
        return new JobRunrException(String.valueOf(e.getMessage()), true, e);
    }
}
