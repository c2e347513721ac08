package dev.once.core;

import dev.once.core.OpenTransaction.Closing;
import dev.once.core.Transactions.Body;
import dev.once.core.Transactions.Reading;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Where the statements of an attempt run: in a transaction of its own, or in the one that its caller has begun. */
interface Place {

    <T> T run(Attempt attempt, Deadline deadline, Body<T> body);

    <T> T read(Attempt attempt, Deadline deadline, Reading<T> reading);

    /**
     * Tells when it is known whether a first run is kept.
     *
     * @param check what must hold until the commit
     */
    void whenEnded(Closing check, Consumer<Boolean> kept);

    /** The caller's transaction, or null. */
    @Nullable
    Object joined();

    /** A connection of its own for each transaction, and no more of them than the scope's share. */
    record Own(Transactions transactions, PoolShare share) implements Place {

        @Override
        public <T> T run(Attempt attempt, Deadline deadline, Body<T> body) {
            return share.use(attempt.scope(), deadline, () -> transactions.run(deadline, body));
        }

        @Override
        public <T> T read(Attempt attempt, Deadline deadline, Reading<T> reading) {
            return share.use(attempt.scope(), deadline, () -> transactions.read(reading));
        }

        @Override
        public void whenEnded(Closing check, Consumer<Boolean> kept) {
            kept.accept(true);
        }

        @Override
        public @Nullable Object joined() {
            return null;
        }
    }
}
