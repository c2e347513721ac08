package dev.once.core;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Does each attempt once. What {@link #once} does, in one READ COMMITTED transaction of its own:
 *
 * <ol>
 *   <li>Insert the claim, {@code on conflict (scope, key) do nothing}. One row: the key is ours.
 *   <li>Ours: run the work with the {@link Claim}, store its result on the claim's row, commit. All of it or nothing.
 *   <li>Not ours, committed: the same fingerprint is a {@link Outcome.Replay}, another is {@link Outcome.KeyReused}. Where the
 *       ledger lets keys expire, one attempt takes an expired key over. Where the row was swept meanwhile, start again.
 *   <li>Not ours, still running: the insert waits for it. It rolls back: the key is ours after all. It takes too long:
 *       {@link Outcome.InFlight}. One deadline covers the shield, the share of the pool and the database.
 *   <li>The work throws: everything rolls back, the claim too, and the exception goes on. The next attempt heals it.
 *   <li>The work swallows an SQL error: PostgreSQL has aborted the transaction, and the attempt fails.
 *   <li>A serialization failure or a deadlock: the transaction runs again, a few times. So the work may run more than once in
 *       one call: it touches the database only, and no captured state.
 * </ol>
 *
 * There is no row that says 'processing', so a crash leaves nothing to get stuck on.
 */
public final class Idempotency<R> {

    /** A row can be swept between the insert that lost to it and the read; more often than this is no coincidence. */
    private static final int ROUNDS = 5;

    private final Ledger<R> ledger;
    private final LedgerSql<R> sql;
    private final Writes writes;
    private final Shield shield;
    private final PoolShare share;
    private final AttemptLog log;
    private final ProtocolObserver observer;
    private final SeenKeys seen = new SeenKeys();

    Idempotency(
            Ledger<R> ledger,
            Writes writes,
            Shield shield,
            PoolShare share,
            AttemptLog log,
            ProtocolObserver observer) {
        this.ledger = ledger;
        this.sql = new LedgerSql<>(ledger);
        this.writes = writes;
        this.shield = shield;
        this.share = share;
        this.log = log;
        this.observer = observer;
    }

    /** Does the work if no attempt of this key has, and tells what became of it. */
    public Outcome<R> once(Attempt attempt, Function<Claim, R> work) {
        Transactions.refuseToNest();
        long began = System.nanoTime();
        Disposition disposition = Disposition.FAILED;
        try {
            Outcome<R> outcome = settle(attempt, work, Deadline.in(ledger.waitAtMost()));
            disposition = Disposition.of(outcome);
            return outcome;
        } finally {
            log.ended(attempt, disposition, System.nanoTime() - began);
        }
    }

    /** The answer that this attempt would get without doing anything: empty if its key is free, expired or still running. */
    public Optional<Outcome<R>> answered(Attempt attempt) {
        return answered(attempt, Deadline.in(ledger.waitAtMost()));
    }

    /** What was stored under a key, whatever was asked. */
    public Optional<R> answer(Scope scope, IdempotencyKey key) {
        return read(Attempt.of(scope, key, Fingerprint.none()), Deadline.in(ledger.waitAtMost()))
                .filter(row -> !row.expired())
                .map(this::decoded);
    }

    /** @see Writes#unique */
    public <T> Created<T> unique(Function<UniqueWrite, Optional<T>> insert, Supplier<Optional<T>> existing) {
        return writes.unique(insert, existing);
    }

    /** @see Writes#repeatable */
    public <T> T repeatable(Function<RepeatableWrite, T> work) {
        return writes.repeatable(work);
    }

    public Ledger<R> ledger() {
        return ledger;
    }

    private Outcome<R> settle(Attempt attempt, Function<Claim, R> work, Deadline deadline) {
        // Reading first costs a first attempt a round trip and saves a repeat two: so only where this JVM has seen the
        // key.
        boolean readFirst = seen.contains(attempt);
        for (int round = 0; round < ROUNDS; round++) {
            Optional<Outcome<R>> outcome = readFirst ? answered(attempt, deadline) : Optional.empty();
            if (outcome.isEmpty()) {
                outcome = switch (shield.enter(attempt, deadline)) {
                    case LEAD -> lead(attempt, work, deadline);
                    case READ -> Optional.empty();
                    case GIVE_UP -> Optional.of(inFlight());
                };
            }
            if (outcome.isPresent()) {
                return outcome.get();
            }
            readFirst = true;
        }
        throw new IllegalStateException("The claim of key " + attempt.key() + " came and went " + ROUNDS
                + " times: is its retention shorter than the work?");
    }

    /** Empty where the row vanished between losing to it and reading it. */
    private Optional<Outcome<R>> lead(Attempt attempt, Function<Claim, R> work, Deadline deadline) {
        Optional<Outcome<R>> outcome = Optional.empty();
        try {
            outcome = claim(attempt, work, deadline, sql::claim);
            if (outcome.isEmpty()) {
                observer.at(ProtocolStep.LOST, attempt);
                outcome = afterLosing(attempt, work, deadline);
            }
            return outcome;
        } finally {
            boolean settled = outcome.isPresent() && !(outcome.get() instanceof Outcome.InFlight);
            if (settled) {
                seen.add(attempt);
            }
            shield.leave(attempt, settled);
        }
    }

    private Optional<Outcome<R>> afterLosing(Attempt attempt, Function<Claim, R> work, Deadline deadline) {
        Optional<LedgerSql.Row> row = read(attempt, deadline);
        if (row.isPresent() && row.get().expired()) {
            observer.at(ProtocolStep.EXPIRED, attempt);
            return claim(attempt, work, deadline, sql::takeOver);
        }
        return row.map(settled -> answer(attempt, settled));
    }

    @FunctionalInterface
    private interface ClaimStatement {
        boolean tryIt(Connection connection, Attempt attempt, Duration wait) throws SQLException;
    }

    /** Empty where another attempt has the key and has committed. */
    private Optional<Outcome<R>> claim(
            Attempt attempt, Function<Claim, R> work, Deadline deadline, ClaimStatement statement) {
        Optional<Outcome<R>> outcome =
                share.use(attempt.scope(), deadline, () -> writes.transactions().run(connection -> {
                    observer.at(ProtocolStep.BEFORE_CLAIM, attempt);
                    long asked = System.nanoTime();
                    boolean ours;
                    try {
                        ours = statement.tryIt(connection, attempt, deadline.remaining());
                    } catch (SQLException e) {
                        if (SqlStates.waitedTooLong(e)) {
                            return new Transactions.Ending<>(Optional.of(inFlight()), null);
                        }
                        throw e;
                    } finally {
                        log.waited(System.nanoTime() - asked);
                    }
                    return ours ? work(attempt, work) : new Transactions.Ending<>(Optional.empty(), null);
                }));
        if (outcome.isPresent() && outcome.get() instanceof Outcome.FirstRun) {
            observer.at(ProtocolStep.COMMITTED, attempt);
        }
        return outcome;
    }

    private Transactions.Ending<Optional<Outcome<R>>> work(Attempt attempt, Function<Claim, R> work) {
        observer.at(ProtocolStep.CLAIMED, attempt);
        LiveTransaction live = writes.live();
        long began = System.nanoTime();
        try {
            var stored = ledger.stored().encode().apply(work.apply(new Claim(live, attempt)));
            observer.at(ProtocolStep.WORKED, attempt);
            // What a replay will say, not what the work said: if storing loses something, the first caller sees it too.
            Outcome<R> told = new Outcome.FirstRun<>(ledger.stored().decode().apply(stored));
            return new Transactions.Ending<>(
                    Optional.of(told), connection -> sql.storeAndCommit(connection, attempt, stored));
        } finally {
            live.close();
            log.worked(System.nanoTime() - began);
        }
    }

    private Optional<Outcome<R>> answered(Attempt attempt, Deadline deadline) {
        return read(attempt, deadline).filter(row -> !row.expired()).map(row -> answer(attempt, row));
    }

    private Optional<LedgerSql.Row> read(Attempt attempt, Deadline deadline) {
        return share.use(attempt.scope(), deadline, () -> writes.transactions()
                .read(connection -> sql.read(connection, attempt.scope(), attempt.key())));
    }

    private Outcome<R> answer(Attempt attempt, LedgerSql.Row row) {
        byte[] fingerprint = row.fingerprint();
        boolean same = fingerprint == null || attempt.fingerprint().matches(fingerprint);
        return same ? new Outcome.Replay<>(decoded(row)) : new Outcome.KeyReused<>();
    }

    private R decoded(LedgerSql.Row row) {
        if (row.erased()) {
            throw new AnswerErasedException();
        }
        return ledger.stored().decode().apply(row.stored());
    }

    /** A fresh wait is a fair guess of when to come back. */
    private Outcome<R> inFlight() {
        return new Outcome.InFlight<>(ledger.waitAtMost());
    }
}
