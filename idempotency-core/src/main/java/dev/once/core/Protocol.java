package dev.once.core;

import dev.once.core.protocol.ProtocolObserver;
import dev.once.core.protocol.ProtocolStep;
import dev.once.core.support.SchemaName;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One attempt on its way to its outcome, as told on {@link Idempotency}. */
final class Protocol<R> {

    /** A row can be swept between the insert that lost to it and the read; more often than this is no coincidence. */
    private static final int ROUNDS = 5;

    private final Ledger<R> ledger;
    private final LedgerSql<R> sql;
    private final Place place;
    private final Shield shield;
    private final SeenKeys seen;
    private final AttemptLog log;
    private final ProtocolObserver observer;
    private final SchemaName schema;
    private final Attempt attempt;
    private final Deadline deadline;

    Protocol(
            Ledger<R> ledger,
            LedgerSql<R> sql,
            Place place,
            Shield shield,
            SeenKeys seen,
            AttemptLog log,
            ProtocolObserver observer,
            SchemaName schema,
            Attempt attempt) {
        this.ledger = ledger;
        this.sql = sql;
        this.place = place;
        this.shield = shield;
        this.seen = seen;
        this.log = log;
        this.observer = observer;
        this.schema = schema;
        this.attempt = attempt;
        this.deadline = Deadline.in(ledger.waitAtMost());
    }

    Outcome<R> once(Function<Claim, R> work) {
        long began = System.nanoTime();
        Outcome<R> outcome = null;
        try {
            outcome = settle(work);
            return outcome;
        } finally {
            if (outcome instanceof Outcome.FirstRun) {
                place.whenEnded(connection -> sql.requireHeld(connection, attempt), kept -> {
                    leave(kept);
                    log.ended(attempt, kept ? Disposition.CLAIMED : Disposition.FAILED, System.nanoTime() - began);
                });
            } else {
                log.ended(
                        attempt,
                        outcome == null ? Disposition.FAILED : Disposition.of(outcome),
                        System.nanoTime() - began);
            }
        }
    }

    private Outcome<R> settle(Function<Claim, R> work) {
        // Reading first costs a first attempt a round trip and saves a repeat one: so only where this JVM has seen the
        // key.
        boolean readFirst = seen.contains(attempt);
        for (int round = 0; round < ROUNDS; round++) {
            Optional<Outcome<R>> answer = readFirst ? answered() : Optional.empty();
            if (answer.isPresent()) {
                return answer.get();
            }
            Shield.Turn turn = shield.enter(attempt, deadline, place.joined());
            if (turn == Shield.Turn.GIVE_UP) {
                return inFlight();
            }
            if (turn == Shield.Turn.LEAD && lead(work) instanceof Settled<R> settled) {
                return settled.outcome();
            }
            readFirst = true;
        }
        throw new IllegalStateException("The claim of key " + attempt.key() + " came and went " + ROUNDS
                + " times: is its retention shorter than the work?");
    }

    /** How a try to claim ended. */
    private sealed interface Try<R> {}

    private record Settled<R>(Outcome<R> outcome) implements Try<R> {}

    /**
     * Another attempt had the key, and has committed.
     *
     * @param winner its row, if it is still there
     */
    private record Lost<R>(Optional<LedgerSql.Row> winner) implements Try<R> {}

    /** Lost where the winner's row is gone again, or was taken over by another. */
    private Try<R> lead(Function<Claim, R> work) {
        @Nullable Try<R> came = null;
        try {
            came = claim(work, sql::claim);
            if (came instanceof Lost<R> lost && lost.winner().isPresent()) {
                came = afterLosing(lost.winner().get(), work);
            }
            return came;
        } finally {
            Outcome<R> outcome = came instanceof Settled<R> settled ? settled.outcome() : null;
            if (outcome instanceof Outcome.FirstRun) {
                shield.workIsDone(attempt);
            } else {
                leave(outcome != null && !(outcome instanceof Outcome.InFlight));
            }
        }
    }

    private void leave(boolean settled) {
        if (settled) {
            seen.add(attempt);
        }
        shield.leave(attempt, settled);
    }

    private Try<R> afterLosing(LedgerSql.Row winner, Function<Claim, R> work) {
        if (winner.expired()) {
            observer.at(ProtocolStep.EXPIRED, attempt);
            return claim(work, sql::takeOver);
        }
        return new Settled<>(answer(winner));
    }

    @FunctionalInterface
    private interface ClaimStatement {
        Optional<LedgerSql.Claimed> tryIt(Connection connection, Attempt attempt, Duration wait) throws SQLException;
    }

    private Try<R> claim(Function<Claim, R> work, ClaimStatement statement) {
        Try<R> came = place.run(attempt, deadline, (transaction, left) -> {
            observer.at(ProtocolStep.BEFORE_CLAIM, attempt);
            long asked = System.nanoTime();
            Optional<LedgerSql.Claimed> claimed;
            try {
                claimed = statement.tryIt(transaction.connection(), attempt, left.remaining());
            } catch (SQLException e) {
                if (SqlErrors.isWaitedTooLong(e)) {
                    transaction.endClaim(false);
                    return new Transactions.Ending<>(new Settled<>(inFlight()), null);
                }
                throw e;
            } finally {
                log.waited(System.nanoTime() - asked);
            }
            transaction.endClaim(claimed.isPresent());
            return claimed.isPresent() ? work(transaction, claimed.get(), work) : lost(transaction);
        });
        if (came instanceof Settled<R> settled
                && settled.outcome() instanceof Outcome.FirstRun
                && place.joined() == null) {
            observer.at(ProtocolStep.COMMITTED, attempt);
        }
        return came;
    }

    /** Reads the winner's row in the round trip that ends the transaction. */
    private Transactions.Ending<Try<R>> lost(OpenTransaction transaction) throws SQLException {
        observer.at(ProtocolStep.LOST, attempt);
        Optional<LedgerSql.Row> winner = sql.readAndRollBack(transaction.connection(), attempt);
        transaction.rolledBack();
        return new Transactions.Ending<>(new Lost<>(winner), null);
    }

    private Transactions.Ending<Try<R>> work(
            OpenTransaction transaction, LedgerSql.Claimed claimed, Function<Claim, R> work) {
        observer.at(ProtocolStep.CLAIMED, attempt);
        long began = System.nanoTime();
        try (LiveTransaction live = new LiveTransaction(transaction, schema)) {
            Claim claim = new Claim(live, attempt, claimed.expiresAt());
            List<@Nullable Object> stored = ledger.stored().encoded(work.apply(claim));
            observer.at(ProtocolStep.WORKED, attempt);
            // What a replay will say, not what the work said: if storing loses something, the first caller sees it too.
            Outcome<R> told = new Outcome.FirstRun<>(ledger.stored().decode().apply(stored));
            OutboxEntry message = live.unsent();
            return new Transactions.Ending<>(
                    new Settled<>(told), connection -> sql.storeAndCommit(connection, attempt, stored, message));
        } finally {
            log.worked(System.nanoTime() - began);
        }
    }

    Optional<Outcome<R>> answered() {
        return read().filter(row -> !row.expired()).map(this::answer);
    }

    Optional<R> stored() {
        return read().filter(row -> !row.expired()).map(this::decoded);
    }

    private Optional<LedgerSql.Row> read() {
        return place.read(attempt, deadline, connection -> sql.read(connection, attempt));
    }

    private Outcome<R> answer(LedgerSql.Row row) {
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
