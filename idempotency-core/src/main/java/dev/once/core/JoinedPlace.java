package dev.once.core;

import dev.once.core.OpenTransaction.Closing;
import dev.once.core.Transactions.Body;
import dev.once.core.Transactions.Ending;
import dev.once.core.Transactions.Reading;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** The transaction of the caller: its connection is held already, nothing runs again by itself, and its end comes later. */
record JoinedPlace(CallerTransactions callers, JoinedTransaction transaction) implements Place {

    @Override
    public <T> T run(Attempt attempt, Deadline deadline, Body<T> body) {
        try {
            Ending<T> ending = body.run(transaction, deadline);
            if (ending.closing() != null) {
                transaction.closeWith(ending.closing());
            }
            return ending.result();
        } catch (SQLException e) {
            undo(e);
            throw SqlErrors.translate(e);
        } catch (Throwable e) {
            undo(e);
            throw e;
        }
    }

    private void undo(Throwable failure) {
        try {
            if (transaction.isClaimed()) {
                transaction.markRollbackOnly();
            } else {
                transaction.endClaim(false);
            }
        } catch (RuntimeException e) {
            failure.addSuppressed(e);
        }
    }

    @Override
    public <T> T read(Attempt attempt, Deadline deadline, Reading<T> reading) {
        try {
            return reading.read(transaction.connection());
        } catch (SQLException e) {
            throw SqlErrors.translate(e);
        }
    }

    @Override
    public void whenEnded(Closing check, Consumer<Boolean> kept) {
        JoinedClaim claim = new JoinedClaim(transaction, check, kept);
        callers.check(claim::check);
        TransactionSynchronizationManager.registerSynchronization(claim);
    }

    @Override
    public Object joined() {
        return transaction.id();
    }

    /** What becomes of the claim: looked at before the caller's commit, told after the end. */
    private static final class JoinedClaim implements TransactionSynchronization {

        private final JoinedTransaction transaction;
        private final Closing check;
        private final Consumer<Boolean> kept;
        private final Set<Object> laterSavepoints = new HashSet<>();
        private boolean undone;

        JoinedClaim(JoinedTransaction transaction, Closing check, Consumer<Boolean> kept) {
            this.transaction = transaction;
            this.check = check;
            this.kept = kept;
        }

        @Override
        public void savepoint(Object savepoint) {
            laterSavepoints.add(savepoint);
        }

        /** The caller has undone a part of its transaction, and the claim was in it. Entities would not know. */
        @Override
        public void savepointRollback(Object savepoint) {
            if (!undone && !laterSavepoints.contains(savepoint)) {
                undone = true;
                if (PersistenceContexts.areBound()) {
                    transaction.markRollbackOnly();
                }
                kept.accept(false);
            }
        }

        void check(Connection connection) throws SQLException {
            if (!undone) {
                check.run(connection);
            }
        }

        @Override
        public void afterCompletion(int outcome) {
            if (!undone) {
                kept.accept(outcome == STATUS_COMMITTED);
            }
        }
    }
}
