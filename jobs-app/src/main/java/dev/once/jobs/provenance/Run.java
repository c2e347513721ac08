package dev.once.jobs.provenance;

import dev.once.core.Scope;
import java.util.UUID;

/** A run that a worker holds at the moment; the same id in every attempt, whichever process makes it. */
public record Run(UUID id, String kind, String parameters) {

    public Scope scope() {
        return new Scope(id.toString());
    }
}
