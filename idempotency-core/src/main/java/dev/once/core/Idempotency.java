package dev.once.core;

import dev.once.core.protocol.ProtocolObserver;
import dev.once.core.support.SchemaName;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Does each attempt once. What {@link #once} does, in one READ COMMITTED transaction of its own:
 *
 * <ol>
 *   <li>Insert the claim, {@code on conflict (scope, key) do nothing}. One row: the key is ours.
 *   <li>Ours: run the work with the {@link Claim}, store its result on the claim's row, commit. All of it or nothing: the commit
 *       fails unless the claim's row is there and the transaction is the one that claimed. After it, nothing can fail the attempt.
 *   <li>Not ours, committed: the same fingerprint is a {@link Outcome.Replay}, another is {@link Outcome.KeyReused}. Where the
 *       ledger lets keys expire, one attempt takes an expired key over. Where the row was swept meanwhile, start again.
 *   <li>Not ours, still running: the insert waits for it. It rolls back: the key is ours after all. It takes too long:
 *       {@link Outcome.InFlight}. One deadline covers the shield, the share of the pool and the database.
 *   <li>The work throws: everything rolls back, the claim too, and the exception goes on. The next attempt heals it.
 *   <li>The answer to the commit is missing or in doubt: {@link OutcomeUnknownException}, and the next attempt finds out.
 *   <li>The work swallows an SQL error: PostgreSQL has aborted the transaction, and the attempt fails.
 *   <li>A serialization failure or a deadlock: the transaction runs again, a few times. So the work may run more than once in
 *       one call: it touches the database only, and no captured state.
 * </ol>
 *
 * Inside a transaction of its caller an attempt is refused, unless the ledger {@linkplain Ledger.Builder#joining() joins}: then the
 * claim, the work and the stored result are a part of that transaction, a savepoint covers the claim's insert alone, and nothing
 * runs again by itself.
 *
 * <p>There is no row that says 'processing', so a crash leaves nothing to get stuck on.
 */
public final class Idempotency<R> {

    private final Ledger<R> ledger;
    private final LedgerSql<R> sql;
    private final Place ownPlace;
    private final LedgerSql<R> joiningSql;
    private final @Nullable CallerTransactions callers;
    private final Shield shield;
    private final AttemptLog log;
    private final ProtocolObserver observer;
    private final SchemaName schema;
    private final SeenKeys seen = new SeenKeys();

    Idempotency(
            Ledger<R> ledger,
            Writes writes,
            Shield shield,
            PoolShare share,
            AttemptLog log,
            ProtocolObserver observer) {
        this.ledger = ledger;
        this.sql = LedgerSql.of(ledger, writes.transactions(), writes.schema());
        this.ownPlace = new Place.Own(writes.transactions(), share);
        this.joiningSql = LedgerSql.joining(ledger, writes.schema());
        this.callers = ledger.joins() ? writes.transactions().callers() : null;
        this.shield = shield;
        this.log = log;
        this.observer = observer;
        this.schema = writes.schema();
    }

    /** Does the work if no attempt of this key has, and tells what became of it. */
    public Outcome<R> once(Attempt attempt, Function<Claim, R> work) {
        ledger.requireRecorded(attempt);
        if (callers != null && TransactionSynchronizationManager.isSynchronizationActive()) {
            return in(new JoinedPlace(callers, callers.join()), joiningSql, attempt)
                    .once(work);
        }
        Transactions.refuseToNest();
        return in(ownPlace, sql, attempt).once(work);
    }

    /** The answer that this attempt would get without doing anything: empty if its key is free, expired or still running. */
    public Optional<Outcome<R>> answered(Attempt attempt) {
        return in(ownPlace, sql, attempt).answered();
    }

    /** What was stored under a key, whatever was asked. */
    public Optional<R> answer(Scope scope, IdempotencyKey key) {
        return in(ownPlace, sql, Attempt.of(scope, key, Fingerprint.none())).stored();
    }

    public Ledger<R> ledger() {
        return ledger;
    }

    private Protocol<R> in(Place place, LedgerSql<R> statements, Attempt attempt) {
        return new Protocol<>(ledger, statements, place, shield, seen, log, observer, schema, attempt);
    }
}
