package dev.once.benchmarks;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;

/** Says on the console what is going on, for a reader who waits for minutes. */
final class Progress {

    private final PrintStream out;
    private final long began = System.nanoTime();

    Progress(PrintStream out) {
        this.out = out;
    }

    /** Each contestant's median. */
    void tell(Series series) {
        for (String contestant : series.contestants()) {
            say("  %-32s %,8.0f/s", contestant, series.perSecond(contestant).median());
        }
    }

    void say(String format, Object... values) {
        Duration since = Duration.ofNanos(System.nanoTime() - began);
        out.printf(Locale.ROOT, "%02d:%02d  ", since.toMinutes(), since.toSecondsPart());
        out.printf(Locale.ROOT, format + "%n", values);
        out.flush();
    }
}
