package dev.once.core;

/** What was sent as the key of an attempt cannot be one. The message is a sentence for whoever sent it. */
public class MalformedKeyException extends IllegalArgumentException {

    public MalformedKeyException(String why) {
        super(why);
    }
}
