package dev.once.core;

/** The result of a ledger that stores none: the claim alone says that it was done. */
public enum Done {
    DONE
}
