package dev.once.core;

import java.sql.Connection;
import java.sql.SQLException;
import org.springframework.jdbc.datasource.ConnectionHolder;

/** A transaction of the protocol while it is open, whoever began it. */
interface OpenTransaction {

    /** The last statements before the end. */
    @FunctionalInterface
    interface Closing {
        void run(Connection connection) throws SQLException;
    }

    /** For the protocol's own statements. */
    Connection connection();

    /** The same connection for the work's: guarded, and marked to be rolled back where a part of it cannot be undone. */
    ConnectionHolder joined();

    /** Sends what somebody who joined keeps back, such as the entities of a persistence context. */
    void flush();

    /** Forgets what is kept back, after a part of the work was undone. */
    void forget();

    /** After the claim's statement: the key is ours, or everything that the statement left behind is taken back. */
    default void endClaim(boolean ours) {
        // The end of the transaction does it.
    }

    /** After a statement with the rollback in it, where the end is ours. */
    default void rolledBack() {
        // Its manager or its caller ends it.
    }

    void closeWith(Closing closing);
}
