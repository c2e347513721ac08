package dev.once.jobs.surface;

import java.util.List;

/**
 * What is behind the surface: a job, written as its steps. It may be run many times, by several workers, at once; each step
 * happens once.
 */
public interface JobEffects {

    /** The outbox topic that asks for it. */
    String topic();

    /** In order, for whoever watches. */
    List<String> steps();

    void run(JobRun run);
}
