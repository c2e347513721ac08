package dev.once.core;

/** The name of one attempt, chosen by whoever owns it: 1 to 255 visible ASCII characters, and spaces between them. */
public record IdempotencyKey(String value) {

    public IdempotencyKey {
        try {
            VisibleAscii.requireWithSpaces("An idempotency key", value);
        } catch (IllegalArgumentException e) {
            throw new MalformedKeyException(String.valueOf(e.getMessage()));
        }
    }

    @Override
    public String toString() {
        return value;
    }
}
