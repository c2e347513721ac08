package dev.once.core.protocol;

/** The named points of the protocol, where a {@link ProtocolObserver} may look, stop or fail it. */
public enum ProtocolStep {
    /** About to send the claim. */
    BEFORE_CLAIM,
    /** The claim is ours, the work has not begun. */
    CLAIMED,
    /** The work has returned; the result is not stored and nothing is committed. */
    WORKED,
    /** Claim, work and result are committed; nobody has been told. */
    COMMITTED,
    /** Another attempt has the key; its row has not been read yet. */
    LOST,
    /** The row has been read and its key has expired; it has not been taken over. */
    EXPIRED
}
