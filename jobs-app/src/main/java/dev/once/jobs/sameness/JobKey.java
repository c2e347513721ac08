package dev.once.jobs.sameness;

import dev.once.core.Attempt;
import dev.once.core.Fingerprint;
import dev.once.core.IdempotencyKey;
import dev.once.jobs.provenance.Run;

/** A step is the same step if its run and its name are; and it must have been asked the same. */
public final class JobKey {

    public static Attempt of(Run run, String step) {
        Fingerprint asked = Fingerprint.of(step, run.kind(), run.parameters());
        return Attempt.of(run.scope(), new IdempotencyKey(step), asked);
    }

    private JobKey() {}
}
