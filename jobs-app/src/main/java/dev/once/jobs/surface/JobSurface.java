package dev.once.jobs.surface;

import dev.once.core.Attempt;
import dev.once.core.Claim;
import dev.once.core.Idempotency;
import dev.once.core.Outcome;
import dev.once.jobs.provenance.JobProvenance;
import dev.once.jobs.provenance.Run;
import dev.once.jobs.sameness.JobKey;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.springframework.stereotype.Component;

/** A step of a run, done once: the first attempt does it, every later one gets what the first has stored. */
@Component
public class JobSurface {

    private final Idempotency<String> idempotency;
    private final JobProvenance provenance;
    private final Outputs outputs;

    JobSurface(Idempotency<String> idempotency, JobProvenance provenance, Outputs outputs) {
        this.idempotency = idempotency;
        this.provenance = provenance;
        this.outputs = outputs;
    }

    /** The run that the job runtime works on: asked once, for all steps of an attempt. */
    public Run begin(UUID jobId) {
        // who are you
        return provenance.of(jobId);
    }

    public <T> T step(Run run, String step, Class<T> type, Function<Claim, T> work) {
        // what is the key
        Attempt attempt = JobKey.of(run, step);

        // once
        Outcome<String> outcome = idempotency.once(attempt, claim -> outputs.write(work.apply(claim)));

        // answer
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
                wait -> {
                    throw new StepInFlightException(run, step);
                },
                () -> {
                    throw new StepChangedException(run, step);
                });
    }
}
