package dev.once.core.web;

/** A request that needs an {@code Idempotency-Key} has none. */
public class MissingKeyException extends RuntimeException {

    MissingKeyException() {
        super("This operation needs an Idempotency-Key header: without one, sending it again would do it again.");
    }
}
