package dev.once.showcase.judge;

/** Why one ordeal says nothing, as a sentence. */
final class NotTried extends RuntimeException {

    NotTried(String reason) {
        super(reason, null, false, false);
    }
}
