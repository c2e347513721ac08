package dev.once.jobs.surface;

import dev.once.jobs.provenance.Run;

/** The step was done before, for a run that was asked something else: its output is not this run's. */
public final class StepChangedException extends RunFailedException {

    private static final long serialVersionUID = 1L;

    StepChangedException(Run run, String step) {
        super("Step '" + step + "' of run " + run.id() + " was done before with other parameters.");
    }
}
