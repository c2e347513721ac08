package dev.once.core;

/** Whose key it is: a provider, an organisation, a run, a client. Part of the constraint, never optional. */
public record Scope(String value) {

    public Scope {
        VisibleAscii.require("A scope", value);
    }

    @Override
    public String toString() {
        return value;
    }
}
