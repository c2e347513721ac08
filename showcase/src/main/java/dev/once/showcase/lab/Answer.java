package dev.once.showcase.lab;

/** What the sender hears. */
public record Answer(int status, String text) {

    public static Answer ok(String text) {
        return new Answer(200, text);
    }

    /** A sender that hears this does not send again. */
    public boolean acknowledges() {
        return status / 100 == 2;
    }
}
