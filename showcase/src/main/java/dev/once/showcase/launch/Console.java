package dev.once.showcase.launch;

import java.io.PrintStream;

/** What the person at the terminal sees. */
public final class Console {

    private final PrintStream out;
    private final long began = System.nanoTime();

    public Console(PrintStream out) {
        this.out = out;
    }

    public synchronized void say(String text) {
        out.println(text);
        out.flush();
    }

    /** One line a thing that has become ready, with the seconds since the start. */
    void ready(String name, String where) {
        say("  %-12s ready after %4.1f s   %s".formatted(name, seconds(), where));
    }

    double seconds() {
        return (System.nanoTime() - began) / 1e9;
    }
}
