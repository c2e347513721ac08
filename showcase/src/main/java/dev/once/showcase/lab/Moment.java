package dev.once.showcase.lab;

/** A point between two statements, where another worker, a crash or a clock may come in. */
public enum Moment {
    /** Has looked for the key and found nothing. */
    LOOKED,
    /** Holds the claim, the work has not begun. */
    CLAIMED,
    /** The payment is booked; what follows the work has not happened. */
    WORKED,
    /** A mail has left, and nothing brings it back. */
    MAILED,
    /** The transaction is committed; nobody has heard of it yet. */
    COMMITTED,
    /** For the record only: nobody is stopped here. */
    PASSING
}
