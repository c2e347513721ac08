package dev.once.jobs.surface;

import dev.once.core.Claim;
import dev.once.core.Reads;
import dev.once.core.support.Intervals;
import dev.once.jobs.JobsProperties;
import dev.once.jobs.provenance.Run;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * A call between two claims. The first commits what will be asked, under which key, and when; then the vendor is asked with
 * what was recorded, outside any claim; the second commits the answer. Whatever attempt comes next asks with the same key.
 */
@Component
public class VendorStep {

    private static final String TOO_OLD =
            """
            select created_at < statement_timestamp() - cast(:memory as interval) from jobs.job_results where run_id = :run and step = :step
            """;

    private final JobSurface surface;
    private final Vendor vendor;
    private final Outputs outputs;
    private final Reads reads;
    private final Duration memory;

    VendorStep(JobSurface surface, Vendor vendor, Outputs outputs, Reads reads, JobsProperties properties) {
        this.surface = surface;
        this.vendor = vendor;
        this.outputs = outputs;
        this.reads = reads;
        this.memory = properties.vendorKeyMemory();
    }

    /** The body is recorded too: a newer release that words it differently must not use the old key for it. */
    record Intent(String key, String path, String body) {}

    /** What an operator found at the vendor; no reference means that it was never done there. */
    record LookedUp(@Nullable String reference) {}

    <T> T call(
            Run run,
            String step,
            String path,
            Object request,
            Class<T> type,
            BiFunction<Claim, VendorAnswer, T> record) {
        return surface.finished(run, step, type).orElseGet(() -> {
            VendorAnswer answer = ask(run, step, path, request, 1);
            return surface.step(run, step, type, claim -> record.apply(claim, answer));
        });
    }

    private VendorAnswer ask(Run run, String step, String path, Object request, int round) {
        String intentStep = intent(step, round);
        Intent intent = surface.step(
                run,
                intentStep,
                Intent.class,
                claim -> new Intent(UUID.randomUUID().toString(), path, outputs.write(request)));
        if (!tooOld(run, intentStep)) {
            try {
                return vendor.post(intent.path(), intent.key(), intent.body());
            } catch (VendorRefusedException refusal) {
                throw new RunFailedException("Step '" + step + "': " + refusal.getMessage());
            }
        }
        LookedUp found =
                lookedUp(run, intentStep).orElseThrow(() -> new OutcomeUnknownToUsException(run, step, memory));
        return found.reference() == null
                ? ask(run, step, path, request, round + 1)
                : new VendorAnswer(found.reference());
    }

    /** Notes what an operator found out about a call whose key the vendor may have forgotten. */
    public boolean lookedUp(Run run, String step, @Nullable String reference) {
        int round = 1;
        while (lookedUp(run, intent(step, round)).isPresent()) {
            round++;
        }
        String intentStep = intent(step, round);
        if (!tooOld(run, intentStep)) {
            return false;
        }
        surface.step(run, intentStep + ".looked-up", LookedUp.class, claim -> new LookedUp(reference));
        return true;
    }

    private Optional<LookedUp> lookedUp(Run run, String intentStep) {
        return surface.finished(run, intentStep + ".looked-up", LookedUp.class);
    }

    /** By the database's clock. */
    private boolean tooOld(Run run, String intentStep) {
        return reads.query(TOO_OLD)
                .param("memory", Intervals.of(memory))
                .param("run", run.id())
                .param("step", intentStep)
                .optional((row, i) -> row.getBoolean(1))
                .orElse(false);
    }

    private static String intent(String step, int round) {
        return step + ".intent" + (round == 1 ? "" : "-" + round);
    }
}
