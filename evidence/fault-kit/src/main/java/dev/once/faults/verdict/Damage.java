package dev.once.faults.verdict;

/** What is left behind when idempotency is got wrong. */
public enum Damage {
    DOUBLED("doubled", "payments booked", "more effects than were asked for"),
    LOST("lost", "payments booked", "the sender heard a yes and there is no effect"),
    STUCK(
            "stuck",
            "sends that never got a yes",
            "no attempt ever gets a yes, so the sender never learns what happened"),
    LEAKED("leaked", "answers shown to a stranger", "one tenant got another tenant's answer"),
    WRONG_ANSWER("wrong answer", "wrong answers", "the effect is right, the answer about it is not"),
    ERROR_IN_THE_WAY(
            "error in the way", "errors", "the effect is right, but some senders heard an error instead of an answer");

    private final String label;
    private final String counted;
    private final String meaning;

    Damage(String label, String counted, String meaning) {
        this.label = label;
        this.counted = counted;
        this.meaning = meaning;
    }

    public String label() {
        return label;
    }

    /** The words after the number that shows it. */
    public String counted() {
        return counted;
    }

    /** In one sentence without its full stop. */
    public String meaning() {
        return meaning;
    }
}
