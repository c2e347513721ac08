package dev.once.benchmarks;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What to run and how long.
 *
 * @param only the parts to run; empty is all of them
 * @param rounds how many rounds each figure is the median of
 * @param slice how long one contestant runs in one round
 * @param warmUp one slice of a warm-up, which goes on until it gets no faster
 * @param docs where the report goes
 */
record Options(
        boolean complete, boolean smoke, Set<String> only, int rounds, Duration slice, Duration warmUp, Path docs) {

    static final String USAGE =
            """
            java -jar benchmarks.jar [--long] [--only=part,..] [--rounds=n] [--docs=folder] [--smoke]
              --long    also the ledger's growth to ten million rows, and a sweep of a million under load
              --only    some parts: library, race, network, storm, http, ways, growth, sweep; the report goes to target/bench
              --rounds  how many interleaved rounds each figure is the median of (default 5)
              --docs    where benchmarks.md is written (default docs)
              --smoke   everything very short: shows that it works, not how fast
            """;

    static Options parse(String... args) {
        boolean complete = false;
        boolean smoke = false;
        Set<String> only = new TreeSet<>();
        int rounds = 0;
        @Nullable Path docs = null;
        for (String arg : args) {
            if (arg.equals("--long")) {
                complete = true;
            } else if (arg.equals("--smoke")) {
                smoke = true;
            } else if (arg.startsWith("--only=")) {
                only.addAll(Set.of(value(arg).split(",")));
            } else if (arg.startsWith("--rounds=")) {
                rounds = Integer.parseInt(value(arg));
            } else if (arg.startsWith("--docs=")) {
                docs = Path.of(value(arg));
            } else {
                throw new IllegalArgumentException("There is no option " + arg + ".\n" + USAGE);
            }
        }
        if (rounds == 0) {
            rounds = smoke ? 1 : 5;
        }
        if (docs == null) {
            docs = smoke || !only.isEmpty() ? Path.of("target", "bench") : Path.of("docs");
        }
        Duration slice = Duration.ofMillis(smoke ? 60 : complete ? 1700 : 600);
        Duration warmUp = Duration.ofMillis(smoke ? 20 : 2000);
        return new Options(complete, smoke, only, rounds, slice, warmUp, docs);
    }

    boolean runs(String part) {
        return only.isEmpty() || only.contains(part);
    }

    /** For what takes long: part of a complete run, or named. */
    boolean isAsked(String part) {
        return complete && only.isEmpty() || only.contains(part);
    }

    /** How long all of it takes: what comes before the rounds, and each round. */
    int minutes() {
        return smoke ? 3 : complete ? 14 + 5 * rounds : 10 + 2 * rounds;
    }

    private static String value(String arg) {
        return arg.substring(arg.indexOf('=') + 1);
    }
}
