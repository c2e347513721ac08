package dev.once.jobs.demo;

/** How the simulated vendor treats the next calls; afterwards it is `normal` again. */
record Behaviour(Kind kind, int times, int millis) {

    enum Kind {
        NORMAL,
        /** Does the work, and takes its time to say so. */
        SLOW,
        /** Answers 500 and does nothing. */
        FAIL,
        /** Does the work and closes the connection without an answer. */
        DROP,
        /** Answers 409: the same key is being worked on. */
        IN_PROGRESS,
        /** Answers 402: no, finally. */
        REFUSE
    }

    static final Behaviour NORMAL = new Behaviour(Kind.NORMAL, 0, 0);

    static Behaviour of(Kind kind, int times, int millis) {
        return new Behaviour(kind, Math.max(1, Math.min(times, 1000)), Math.max(0, Math.min(millis, 60_000)));
    }

    Behaviour afterOneCall() {
        return times <= 1 ? NORMAL : new Behaviour(kind, times - 1, millis);
    }
}
