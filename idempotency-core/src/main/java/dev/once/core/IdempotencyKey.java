package dev.once.core;

/** The name of one attempt, chosen by whoever owns it: 1 to 255 visible ASCII characters. */
public record IdempotencyKey(String value) {

    public IdempotencyKey {
        VisibleAscii.require("An idempotency key", value);
    }

    @Override
    public String toString() {
        return value;
    }
}
