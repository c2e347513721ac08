package dev.once.api.surface;

/** What was answered is larger than what is kept for a repeat, so the work was taken back. */
public final class AnswerTooLargeException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int most;

    AnswerTooLargeException(int most) {
        super("The answer is larger than " + most + " bytes.");
        this.most = most;
    }

    public int most() {
        return most;
    }
}
