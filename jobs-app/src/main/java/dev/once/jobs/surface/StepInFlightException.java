package dev.once.jobs.surface;

import dev.once.jobs.provenance.Run;

/** Another worker holds this step at the moment, perhaps one that was thought dead. The runtime tries again later. */
public final class StepInFlightException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    StepInFlightException(Run run, String step) {
        super("Another worker is at step '" + step + "' of run " + run.id() + ".");
    }
}
