package dev.once.jobs.surface;

import dev.once.core.Attempt;
import dev.once.core.Claim;
import dev.once.core.Idempotency;
import dev.once.core.Outcome;
import dev.once.jobs.provenance.Run;
import dev.once.jobs.sameness.JobKey;
import java.util.Optional;
import java.util.function.Function;
import org.springframework.stereotype.Component;

/** A step of a run, done once: the first attempt does it, every later one gets what the first has stored. */
@Component
public class JobSurface {

    private final Idempotency<String> idempotency;
    private final Outputs outputs;

    JobSurface(Idempotency<String> idempotency, Outputs outputs) {
        this.idempotency = idempotency;
        this.outputs = outputs;
    }

    /** The run comes from the job runtime, the key is the step's name, and the work commits with the claim. */
    public <T> T step(Run run, String step, Class<T> type, Function<Claim, T> work) {
        Attempt attempt = JobKey.of(run, step);
        Outcome<String> outcome = idempotency.once(attempt, claim -> outputs.write(work.apply(claim)));
        return answer(run, step, type, outcome);
    }

    /** The output of a step that an earlier attempt has finished. */
    public <T> Optional<T> finished(Run run, String step, Class<T> type) {
        return idempotency.answered(JobKey.of(run, step)).map(outcome -> answer(run, step, type, outcome));
    }

    private <T> T answer(Run run, String step, Class<T> type, Outcome<String> outcome) {
        return outcome.fold(
                output -> outputs.read(output, type),
                output -> outputs.read(output, type),
                retryAfter -> {
                    throw new StepInFlightException(run, step);
                },
                () -> {
                    throw new StepChangedException(run, step);
                });
    }
}
