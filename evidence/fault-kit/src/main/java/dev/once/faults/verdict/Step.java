package dev.once.faults.verdict;

/**
 * One entry of a timeline: which worker did what, when since the trial began, and what everybody could see in the database
 * then, where somebody looked.
 */
public record Step(int worker, long micros, String words, Kind kind, String database) {

    public enum Kind {
        /** The sender sends. */
        SENT,
        /** The worker does something. */
        DID,
        /** Made to wait at this point, so that the race is seen each time. */
        HELD,
        /** The worker dies. */
        DIED,
        /** The sender hears an answer, or none. */
        HEARD,
        /** Time passes, or something breaks, around the workers. */
        WORLD
    }
}
