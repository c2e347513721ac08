package dev.once.webhooks.provenance;

/**
 * The provider asks, with a right signature, whether this address is ours. That is no event: nothing is claimed, and the
 * surface answers with the challenge.
 */
public final class UrlVerificationException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final String challenge;

    UrlVerificationException(String challenge) {
        super("no event, but the question whether this address is ours", null, false, false);
        this.challenge = challenge;
    }

    public String challenge() {
        return challenge;
    }
}
