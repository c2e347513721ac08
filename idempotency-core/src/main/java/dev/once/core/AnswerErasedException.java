package dev.once.core;

/** The work was done, and its stored answer was erased on request: it can neither be replayed nor be done again. */
public class AnswerErasedException extends RuntimeException {

    AnswerErasedException() {
        super("This was done, and its stored answer has been erased.");
    }
}
