package dev.once.core;

import org.jspecify.annotations.Nullable;

/** A transaction of the protocol that ends with the attempt. */
interface CommittingTransaction extends OpenTransaction {

    boolean isCommitted();

    /** What really went wrong, where a manager tells of its own rollback that failed too, or of nothing; or null. */
    default @Nullable RuntimeException failure() {
        return null;
    }

    /** Whether a commit that failed so may have happened all the same. */
    boolean mayHaveCommitted(Throwable failure);
}
