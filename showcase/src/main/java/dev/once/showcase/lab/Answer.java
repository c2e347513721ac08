package dev.once.showcase.lab;

import dev.once.faults.verdict.Heard;

/** What the sender hears. */
public record Answer(int status, String text) {

    static final Answer SILENCE = new Answer(0, "nothing");

    public static Answer ok(String text) {
        return new Answer(200, text);
    }

    /** A sender that hears this does not send again. */
    public boolean acknowledges() {
        return status / 100 == 2;
    }

    /** A receipt is its tenant's business; other words only say yes. */
    Heard heard() {
        return status == 0 ? Heard.nothing() : Heard.of(status, text.startsWith("Receipt") ? text : "");
    }

    Heard heardWhole() {
        return status == 0 ? Heard.nothing() : Heard.of(status, text);
    }

    @Override
    public String toString() {
        return status == 0 ? text : status + " " + text;
    }
}
