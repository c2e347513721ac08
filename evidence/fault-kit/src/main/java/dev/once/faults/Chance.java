package dev.once.faults;

import java.util.SplittableRandom;

/** Seeded decisions, by connection, direction and flight, so that thread timing does not change them. */
record Chance(long seed, Faults faults) {

    private static final long REFUSAL = 1;
    private static final long LOSS = 2;
    private static final long DOUBLE = 3;
    private static final long DELAY = 4;

    boolean refuses(long connection) {
        return hits(faults.refused(), REFUSAL, connection, 0);
    }

    boolean loses(boolean request, long connection, long flight) {
        return hits(request ? faults.requestLost() : faults.answerLost(), LOSS, connection, signed(request, flight));
    }

    boolean doubles(long connection, long flight) {
        return hits(faults.doubled(), DOUBLE, connection, flight);
    }

    long delayNanos(boolean request, long connection, long flight) {
        var random = random(DELAY, connection, signed(request, flight));
        long longest = faults.longest().toNanos();
        return longest > 0 && random.nextDouble() < faults.delayed() ? random.nextLong(longest) : 0;
    }

    private boolean hits(double often, long what, long connection, long flight) {
        return often > 0 && random(what, connection, flight).nextDouble() < often;
    }

    private SplittableRandom random(long what, long connection, long flight) {
        return new SplittableRandom(((seed * 31 + what) * 1_000_003 + connection) * 1_000_003 + flight);
    }

    private static long signed(boolean request, long flight) {
        return request ? flight : -flight;
    }
}
