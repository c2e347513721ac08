package dev.once.jobs.sameness;

import dev.once.core.Attempt;
import dev.once.core.Fingerprint;
import dev.once.core.IdempotencyKey;
import dev.once.jobs.provenance.Run;

/** What is the key: the step's name in the run's scope. It must have been asked the same. */
public final class JobKey {

    private JobKey() {}

    public static Attempt of(Run run, String step) {
        Fingerprint asked = Fingerprint.of(step, run.kind(), run.parameters());
        return Attempt.of(run.scope(), new IdempotencyKey(step), asked);
    }
}
