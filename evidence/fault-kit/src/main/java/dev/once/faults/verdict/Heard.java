package dev.once.faults.verdict;

/**
 * What one send was answered. The value is what every yes to the same intent must have in common: the bytes, the address
 * of what was made, or nothing where a surface only says yes.
 */
public record Heard(Kind kind, int status, String value) {

    public enum Kind {
        /** Done: the sender will not send again. */
        YES,
        /** Not now: the sender will. */
        LATER,
        /** Never: the sender is told that it is wrong. */
        NO,
        /** Nobody answered. */
        NOTHING
    }

    public static Heard yes(int status, String value) {
        return new Heard(Kind.YES, status, value);
    }

    public static Heard later(int status) {
        return new Heard(Kind.LATER, status, "");
    }

    public static Heard no(int status) {
        return new Heard(Kind.NO, status, "");
    }

    public static Heard nothing() {
        return new Heard(Kind.NOTHING, 0, "");
    }

    /** The usual reading of a status, where 409 and 429 mean 'still running' and 'not so fast'. */
    public static Heard of(int status, String value) {
        if (status / 100 == 2) {
            return yes(status, value);
        }
        return status >= 500 || status == 409 || status == 429 || status == 408 ? later(status) : no(status);
    }

    public boolean isYes() {
        return kind == Kind.YES;
    }
}
