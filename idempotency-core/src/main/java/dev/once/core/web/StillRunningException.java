package dev.once.core.web;

import java.time.Duration;

/** Another request with this key has not ended within the wait. */
public class StillRunningException extends RuntimeException {

    private final Duration retryAfter;

    public StillRunningException(Duration retryAfter) {
        super("The first request with this key has not ended yet. Send the same again later for its answer.");
        this.retryAfter = retryAfter;
    }

    public Duration retryAfter() {
        return retryAfter;
    }
}
