package dev.once.jobs.surface;

/** Trying again would not help; an operator decides. Finished steps stay finished. */
public class RunFailedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public RunFailedException(String reason) {
        super(reason);
    }
}
