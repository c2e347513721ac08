package dev.once.webhooks.provenance;

import dev.once.core.NotGenuineException;

/** Nobody of this name sends anything here: there is no secret to believe them by. */
public final class UnknownProviderException extends NotGenuineException {

    private static final long serialVersionUID = 1L;

    UnknownProviderException() {
        super("There is nothing at this address.");
    }
}
