package dev.once.core;

import dev.once.core.protocol.ProtocolObserver;
import java.util.Optional;
import java.util.function.Function;

/**
 * No idempotency at all, under the real one's name: put before the core on an application's class path, it leaves everything
 * as it is but the claim. One transaction, the work, a commit. It exists to be measured against.
 */
public final class Idempotency<R> {

    private final Ledger<R> ledger;
    private final Writes writes;
    private final AttemptLog log;

    Idempotency(
            Ledger<R> ledger,
            Writes writes,
            Shield shield,
            PoolShare share,
            AttemptLog log,
            ProtocolObserver observer) {
        this.ledger = ledger;
        this.writes = writes;
        this.log = log;
    }

    public Outcome<R> once(Attempt attempt, Function<Claim, R> work) {
        long began = System.nanoTime();
        R result = plainly(live -> {
            R made = work.apply(new Claim(live, attempt));
            return ledger.stored().decode().apply(ledger.stored().encode().apply(made));
        });
        log.ended(attempt, Disposition.CLAIMED, System.nanoTime() - began);
        return new Outcome.FirstRun<>(result);
    }

    public Optional<Outcome<R>> answered(Attempt attempt) {
        return Optional.empty();
    }

    public Optional<R> answer(Scope scope, IdempotencyKey key) {
        return Optional.empty();
    }

    public Ledger<R> ledger() {
        return ledger;
    }

    /** The driver's own begin and commit: what an application without the core would have. */
    private <T> T plainly(Function<LiveTransaction, T> work) {
        return writes.transactions().run(Deadline.none(), (transaction, deadline) -> {
            transaction.connection().setAutoCommit(false);
            try (LiveTransaction live = new LiveTransaction(transaction, writes.schema())) {
                return new Transactions.Ending<>(work.apply(live), connection -> {
                    connection.commit();
                    connection.setAutoCommit(true);
                });
            }
        });
    }
}
