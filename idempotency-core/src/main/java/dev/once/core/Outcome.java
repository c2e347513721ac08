package dev.once.core;

import java.time.Duration;
import java.util.function.Function;
import java.util.function.Supplier;

/** How an attempt ended: it ran, it had run, it is running elsewhere, or its key was used for something else. */
public sealed interface Outcome<R> {

    /**
     * The work ran in this call and is committed. Only where the ledger {@linkplain Ledger.Builder#joining() joins} and the
     * caller was in a transaction, it is committed when that transaction is: until then, promise nothing to anybody.
     */
    record FirstRun<R>(R result) implements Outcome<R> {}

    /** An earlier attempt did the work; this is what it stored. */
    record Replay<R>(R result) implements Outcome<R> {}

    /** Another attempt holds the key and has not ended within the wait. Nothing is known yet: ask again. */
    record InFlight<R>(Duration retryAfter) implements Outcome<R> {}

    /** The key was used before, for a request with another fingerprint. */
    record KeyReused<R>() implements Outcome<R> {}

    default <T> T fold(
            Function<? super R, ? extends T> firstRun,
            Function<? super R, ? extends T> replay,
            Function<? super Duration, ? extends T> inFlight,
            Supplier<? extends T> keyReused) {
        if (this instanceof FirstRun<R> first) {
            return firstRun.apply(first.result());
        }
        if (this instanceof Replay<R> again) {
            return replay.apply(again.result());
        }
        if (this instanceof InFlight<R> running) {
            return inFlight.apply(running.retryAfter());
        }
        return keyReused.get();
    }
}
