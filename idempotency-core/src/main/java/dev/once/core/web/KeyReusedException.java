package dev.once.core.web;

/** The key was used before, for another request. */
public class KeyReusedException extends RuntimeException {

    KeyReusedException() {
        super("This key was used for another request. Use a new key for a new request.");
    }
}
