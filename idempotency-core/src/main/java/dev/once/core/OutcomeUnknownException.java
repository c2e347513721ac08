package dev.once.core;

import org.springframework.dao.TransientDataAccessResourceException;

/** The connection was lost while committing: it may or may not have happened, and the next attempt finds out. */
public class OutcomeUnknownException extends TransientDataAccessResourceException {

    OutcomeUnknownException(Throwable cause) {
        super("The connection was lost during the commit; send the same attempt again to learn how it ended.", cause);
    }
}
