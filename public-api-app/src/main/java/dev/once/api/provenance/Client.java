package dev.once.api.provenance;

import dev.once.core.Scope;

/** A program that may call, and the scope of its keys: no client ever meets another's. */
public record Client(String id, boolean readOnly) {

    public Scope scope() {
        return new Scope(id);
    }
}
