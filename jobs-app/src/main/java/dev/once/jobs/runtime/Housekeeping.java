package dev.once.jobs.runtime;

import dev.once.core.retention.DuplicateEffects;
import dev.once.core.retention.Retention;
import dev.once.jobs.surface.RunFailedException;
import java.util.Map;
import org.jobrunr.jobs.annotations.Job;
import org.springframework.stereotype.Component;

/** What one process does for all apps of the database, and the dashboard shows that it was done. */
@Component
public class Housekeeping {

    private final Retention retention;
    private final DuplicateEffects duplicates;
    private final JobQueue queue;

    Housekeeping(Retention retention, DuplicateEffects duplicates, JobQueue queue) {
        this.retention = retention;
        this.duplicates = duplicates;
        this.queue = queue;
    }

    @Job(name = "Sweep every ledger, the outbox and the runs", retries = 0)
    public void sweep() {
        retention.sweepEverywhere();
    }

    @Job(name = "Find runs whose job has ended without them", retries = 0)
    public void noteMissedEnds() {
        queue.noteMissedEnds();
    }

    /** Fails in plain sight: two effects of one attempt are the one thing that must not be. */
    @Job(name = "Count duplicate effects everywhere", retries = 0)
    public void countDuplicateEffects() {
        Map<String, Long> counts = duplicates.checkEverywhere();
        if (counts.values().stream().anyMatch(count -> count > 0)) {
            throw new RunFailedException("Attempts took effect more than once, by table: " + counts);
        }
    }
}
