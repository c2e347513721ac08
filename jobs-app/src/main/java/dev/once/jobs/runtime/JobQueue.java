package dev.once.jobs.runtime;

import java.time.OffsetDateTime;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jobrunr.jobs.Job;
import org.jobrunr.jobs.states.FailedState;
import org.jobrunr.jobs.states.StateName;
import org.jobrunr.scheduling.JobBuilder;
import org.jobrunr.scheduling.JobRequestScheduler;
import org.jobrunr.spring.autoconfigure.JobRunrProperties;
import org.jobrunr.storage.ConcurrentJobModificationException;
import org.jobrunr.storage.JobNotFoundException;
import org.jobrunr.storage.StorageException;
import org.jobrunr.storage.StorageProvider;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** The job runtime's queue. It commits on connections of its own, so nothing is enqueued inside a claim. */
@Component
public class JobQueue {

    private static final Logger LOG = LoggerFactory.getLogger(JobQueue.class);

    private static final Set<StateName> ON_ITS_WAY =
            EnumSet.of(StateName.ENQUEUED, StateName.SCHEDULED, StateName.PROCESSING);

    private final JobRequestScheduler scheduler;
    private final StorageProvider storage;
    private final RunStates states;
    private final int retries;

    JobQueue(JobRequestScheduler scheduler, StorageProvider storage, RunStates states, JobRunrProperties properties) {
        this.scheduler = scheduler;
        this.storage = storage;
        this.states = states;
        this.retries = properties.getJobs().getDefaultNumberOfRetries();
    }

    /** Twice with one id is one job. */
    void enqueue(UUID id, String kind) {
        JobBuilder job = JobBuilder.aJob()
                .withId(id)
                .withName(kind + " " + id)
                .withLabels(kind)
                .withJobRequest(new RunRequest(kind));
        try {
            scheduler.create(job);
        } catch (StorageException e) {
            // JobRunr knows a duplicate by PostgreSQL's English words; in other languages it only says that it failed.
            if (!knows(id)) {
                throw e;
            }
        }
    }

    /** Runs a failed or unknown run again: finished steps answer from the ledger, the rest is done now. */
    public boolean again(UUID id, String kind) {
        Optional<OffsetDateTime> ended = states.waitsSince(id);
        if (ended.isEmpty()) {
            return false;
        }
        try {
            Job job = storage.getJobById(id);
            if (ON_ITS_WAY.contains(job.getState())) {
                return false;
            }
            long failures = job.getJobStatesOfType(FailedState.class).count();
            job.setAmountOfRetries((int) failures + retries);
            job.enqueue();
            storage.save(job);
        } catch (JobNotFoundException forgotten) {
            enqueue(id, kind);
        } catch (ConcurrentJobModificationException somebodyElseDid) {
            LOG.debug("Run {} is on its way already", id);
        }
        // After the queue has it: a crash in between leaves a run that works, not one that waits for ever.
        states.again(id, ended.get());
        LOG.info("Operator: run {} again", id);
        return true;
    }

    /** A run whose job ended without us is not left running for ever: it goes on, or an operator gets to see it. */
    void noteMissedEnds() {
        for (UUID id : states.overdue()) {
            try {
                Job job = storage.getJobById(id);
                if (hasTriesLeft(job)) {
                    job.enqueue();
                    storage.save(job);
                    LOG.warn("Run {} had failed and was not tried again: it is now", id);
                } else if (!ON_ITS_WAY.contains(job.getState())) {
                    states.failed(id, "Its job is " + job.getState() + " in the dashboard, and the run has not ended.");
                }
            } catch (JobNotFoundException e) {
                states.failed(id, "The job runtime does not know it.");
            } catch (ConcurrentJobModificationException somebodyElseDid) {
                LOG.debug("Run {} is on its way already", id);
            }
        }
    }

    /**
     * JobRunr's heartbeat saves a job that has just failed before its retry is decided. Where the decision is then lost, as with
     * its process, the job stays failed.
     */
    private boolean hasTriesLeft(Job job) {
        Integer own = job.getAmountOfRetries();
        return job.getJobState() instanceof FailedState failure
                && !failure.mustNotRetry()
                && job.getJobStatesOfType(FailedState.class).count() <= (own == null ? retries : own);
    }

    private boolean knows(UUID id) {
        try {
            return storage.getJobById(id) != null;
        } catch (JobNotFoundException e) {
            return false;
        }
    }
}
