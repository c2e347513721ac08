package dev.once.jobs.work;

import dev.once.jobs.surface.JobRun;
import java.util.List;

/** A job is its steps. It may be run many times, by several workers, at once; each step happens once. */
public interface JobOfSteps {

    /** The outbox topic that asks for it. */
    String topic();

    /** In order, for whoever watches. */
    List<String> steps();

    void run(JobRun run);
}
