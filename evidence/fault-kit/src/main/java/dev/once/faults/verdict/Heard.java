package dev.once.faults.verdict;

import java.util.Set;

/**
 * What one send was answered. The value is what every yes to the same intent must have in common: the bytes, the address
 * of what was made, or nothing where a surface only says yes.
 */
public record Heard(Kind kind, int status, String value) {

    private static final Set<Integer> LATER = Set.of(408, 409, 425, 429);

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

    /** The usual reading of a status, where 409, 425 and 429 mean 'still running', 'too early' and 'not so fast'. */
    public static Heard of(int status, String value) {
        if (status / 100 == 2) {
            return yes(status, value);
        }
        return status >= 500 || LATER.contains(status) ? later(status) : no(status);
    }

    public boolean isYes() {
        return kind == Kind.YES;
    }
}
