package dev.once.core;

/** The work caught an SQL error and went on, but PostgreSQL had already aborted the transaction: nothing was stored. */
class SwallowedErrorException extends RuntimeException {

    SwallowedErrorException(Throwable cause) {
        super(
                "The work swallowed a database error, which aborted its transaction: nothing was stored. Let it be thrown, or use Claim.orRollBack for the part that may fail.",
                cause);
    }
}
