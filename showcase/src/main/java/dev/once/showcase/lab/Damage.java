package dev.once.showcase.lab;

/** What is left behind when idempotency is got wrong. */
public enum Damage {
    DOUBLED("doubled", "payments booked"),
    LOST("lost", "payments booked"),
    STUCK("stuck", "sends that never got a yes"),
    LEAKED("leaked", "answers shown to a stranger");

    private final String label;
    private final String counted;

    Damage(String label, String counted) {
        this.label = label;
        this.counted = counted;
    }

    public String label() {
        return label;
    }

    /** The words after the number that shows it. */
    public String counted() {
        return counted;
    }
}
