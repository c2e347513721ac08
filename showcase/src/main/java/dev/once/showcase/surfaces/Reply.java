package dev.once.showcase.surfaces;

/** What one send got: a status, or 0 where the connection ended without an answer; and what the answer says in a few words. */
public record Reply(int status, String words, boolean accepted, long millis) {

    static Reply of(int status, String words, boolean accepted) {
        return new Reply(status, words, accepted, 0);
    }

    static Reply nothing(String why) {
        return new Reply(0, why, false, 0);
    }

    Reply after(long nanos) {
        return new Reply(status, words, accepted, nanos / 1_000_000);
    }
}
