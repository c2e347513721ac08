package dev.once.api.surface;

/** The client's stored answers take all the room there is for them, so the work was taken back. */
public final class NoRoomForAnswersException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    NoRoomForAnswersException() {
        super("There is no room for another answer of this client's.");
    }
}
