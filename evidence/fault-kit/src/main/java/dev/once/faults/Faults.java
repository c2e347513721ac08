package dev.once.faults;

import java.time.Duration;

/**
 * How often (0 to 1) a {@link CuttingProxy} misbehaves by chance: connections refused, requests and answers lost with
 * their connection, HTTP requests doubled, flights delayed by up to {@code longest}.
 */
public record Faults(
        double refused, double requestLost, double answerLost, double doubled, double delayed, Duration longest) {

    public static Faults none() {
        return new Faults(0, 0, 0, 0, 0, Duration.ZERO);
    }

    public Faults refused(double often) {
        return new Faults(often, requestLost, answerLost, doubled, delayed, longest);
    }

    public Faults requestLost(double often) {
        return new Faults(refused, often, answerLost, doubled, delayed, longest);
    }

    public Faults answerLost(double often) {
        return new Faults(refused, requestLost, often, doubled, delayed, longest);
    }

    /** For HTTP only. */
    public Faults doubled(double often) {
        return new Faults(refused, requestLost, answerLost, often, delayed, longest);
    }

    public Faults delayed(double often, Duration longest) {
        return new Faults(refused, requestLost, answerLost, doubled, often, longest);
    }
}
