package dev.once.jobs.surface;

import dev.once.jobs.provenance.Run;
import java.time.Duration;

/** The vendor was asked so long ago that it may have forgotten the key: asking again could do it twice. */
public final class OutcomeUnknownToUsException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    OutcomeUnknownToUsException(Run run, String step, Duration memory) {
        super(
                ("Step '%s' of run %s asked its vendor more than %d hours ago and has no answer. The vendor may have forgotten"
                                + " the key, so it is not asked again: look the charge or e-mail up there, and tell what you found.")
                        .formatted(step, run.id(), memory.toHours()));
    }
}
