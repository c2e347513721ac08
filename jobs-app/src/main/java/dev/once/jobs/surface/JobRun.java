package dev.once.jobs.surface;

import dev.once.core.Claim;
import dev.once.jobs.provenance.Run;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Function;

/** What a job is written with. Steps run in the order they are written in, each once, however often the job is run. */
public final class JobRun {

    private final Run run;
    private final JobSurface surface;
    private final VendorStep vendors;
    private final Outputs outputs;

    public JobRun(Run run, JobSurface surface, VendorStep vendors, Outputs outputs) {
        this.run = run;
        this.surface = surface;
        this.vendors = vendors;
        this.outputs = outputs;
    }

    public UUID id() {
        return run.id();
    }

    public <P> P parameters(Class<P> type) {
        return outputs.read(run.parameters(), type);
    }

    /** Work on the database alone, in one transaction with its claim. */
    public <T> T step(String name, Class<T> output, Function<Claim, T> work) {
        return surface.step(run, name, output, work);
    }

    /** A vendor's work: asked with one recorded key in all attempts, and its answer recorded once. */
    public <T> T call(
            String name, String path, Object request, Class<T> output, BiFunction<Claim, VendorAnswer, T> record) {
        return vendors.call(run, name, path, request, output, record);
    }
}
