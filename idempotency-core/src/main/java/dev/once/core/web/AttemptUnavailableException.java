package dev.once.core.web;

import dev.once.core.OutcomeUnknownException;
import java.util.function.Supplier;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.dao.TransientDataAccessResourceException;
import org.springframework.transaction.CannotCreateTransactionException;

/** The database is away or busy: nothing of this attempt was kept, and the same one may be sent again. */
public class AttemptUnavailableException extends TransientDataAccessResourceException {

    private AttemptUnavailableException(Throwable cause) {
        super(
                "The request could not be finished right now. Send it again under the same key: it takes effect once.",
                cause);
    }

    /** What the database could not do now is told apart from the failures of the application's other calls. */
    static <T> T unlessDone(Supplier<T> call) {
        try {
            return call.get();
        } catch (OptimisticLockingFailureException | OutcomeUnknownException e) {
            throw e;
        } catch (CannotCreateTransactionException e) {
            // A set-up that does not work, such as two managers on one connection, does not work later either.
            throw e.getCause() instanceof IllegalStateException ? e : new AttemptUnavailableException(e);
        } catch (DataAccessResourceFailureException | TransientDataAccessException | RecoverableDataAccessException e) {
            throw new AttemptUnavailableException(e);
        }
    }
}
