package dev.once.jobs.provenance;

import dev.once.core.NotGenuineException;
import dev.once.core.Reads;
import java.util.UUID;
import org.springframework.stereotype.Component;

/** Who are you: the job runtime says which run it is working on, and our own books what was asked of it. */
@Component
public final class JobProvenance {

    private final Reads reads;

    JobProvenance(Reads reads) {
        this.reads = reads;
    }

    public Run of(UUID jobId) {
        return reads.query("select id, kind, parameters from jobs.runs where id = :id")
                .param("id", jobId)
                .optional((row, i) ->
                        new Run(row.getObject("id", UUID.class), row.getString("kind"), row.getString("parameters")))
                .orElseThrow(() -> new NotGenuineException("The job runtime works on " + jobId
                        + ", which is no run of ours: was it enqueued without the outbox?"));
    }
}
