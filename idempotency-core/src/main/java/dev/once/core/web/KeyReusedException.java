package dev.once.core.web;

/** The key was used before, for another request. */
public class KeyReusedException extends RuntimeException {

    public KeyReusedException() {
        super(
                "This key was used for another request. To repeat that one, send it exactly as it was; for something new, use a"
                        + " new key.");
    }
}
