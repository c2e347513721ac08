package dev.once.core;

import org.springframework.dao.TransientDataAccessResourceException;

/** A scope has used up its share of the connections for longer than the attempt may wait. */
class ScopeBusyException extends TransientDataAccessResourceException {

    ScopeBusyException() {
        super("This scope uses its whole share of the database connections; try again shortly.");
    }
}
