package dev.once.core;

/** Who sends an attempt cannot prove who they are. The message is a sentence for whoever sent it. */
public class NotGenuineException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public NotGenuineException(String why) {
        super(why);
    }
}
