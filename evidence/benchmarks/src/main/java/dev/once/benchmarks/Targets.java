package dev.once.benchmarks;

import static dev.once.benchmarks.Field.FLOOR;
import static dev.once.benchmarks.Field.HAND_WRITTEN;
import static dev.once.benchmarks.Field.HAND_WRITTEN_JPA;
import static dev.once.benchmarks.Field.HAND_WRITTEN_STORED;
import static dev.once.benchmarks.Field.ONCE;
import static dev.once.benchmarks.Field.ONCE_JPA;
import static dev.once.benchmarks.Field.ONCE_STORED;
import static dev.once.benchmarks.Field.ONCE_UNSEEN;

import dev.once.benchmarks.Series.Spread;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/** What was promised beside what was measured. */
final class Targets {

    static final int THREADS = 8;

    private static final String A_READ =
            "A duplicate is one read by the key's index, in autocommit; there is nothing to leave out.";

    /** @param why what it costs, should it not be met */
    record Target(String what, String promised, String measured, String verdict, String why) {

        boolean met() {
            return !verdict.equals(MISSED);
        }
    }

    static final String MISSED = "**not met**";

    private final Results results;
    private final List<Target> all = new ArrayList<>();

    Targets(Results results) {
        this.results = results;
    }

    List<Target> all() {
        results.http.forEach((app, series) -> {
            atLeast(
                    "HTTP, " + app + ": first attempts vs a bare endpoint",
                    1.0,
                    ratio(series, Http.ONCE),
                    request(series, Http.ONCE));
            atLeast(
                    "HTTP, " + app + ": replays vs a bare read",
                    0.8,
                    ratio(series, Http.ONCE_AGAIN),
                    request(series, Http.ONCE_AGAIN));
        });
        if (results.start != null) {
            atLeast(
                    "HTTP, public-api-app: first ten seconds after a start vs warm",
                    0.4,
                    results.start.ratio(Http.COLD, Http.WARM),
                    "The JVM loads classes and compiles while it answers, on the cores of the clients and the database.");
        }
        results.firstAttempts.forEach(this::firstAttempts);
        results.duplicates.forEach(this::duplicates);
        roundTrips();
        if (results.storm != null) {
            atLeast(
                    "Normal traffic during a storm vs without",
                    0.8,
                    results.storm.ratio(ONCE_STORED + Storm.STORMY, ONCE_STORED + Storm.QUIET),
                    "The storm's callers and the normal traffic share this machine's cores; the storm holds one connection.");
        }
        if (results.growth != null) {
            growth(results.growth);
        }
        if (results.sweep != null) {
            atLeast(
                    "Normal traffic during the sweep of " + String.format(Locale.ROOT, "%,d", results.sweep.rows())
                            + " rows vs without",
                    0.9,
                    results.sweep.load().ratio(Sweep.DURING, Sweep.BEFORE),
                    "The sweep's deletes, their log and the claims share this machine's cores and disk.");
        }
        byHand();
        return all;
    }

    private void firstAttempts(int threads, Series first) {
        String at = ", first attempts, " + threads + (threads == 1 ? " thread" : " threads");
        atLeast(
                "Once claim only vs hand-written" + at,
                0.95,
                first.ratio(ONCE, HAND_WRITTEN),
                whatAClaimAdds(ONCE, HAND_WRITTEN));
        String peer = bestPeer(first);
        atLeast(
                "Once claim only vs the best peer (" + peer + ")" + at,
                1.0,
                first.ratio(ONCE, peer),
                whatAClaimAdds(ONCE, peer));
        if (threads == THREADS) {
            atLeast(
                    "Once with stored answer vs hand-written with stored answer" + at,
                    0.95,
                    first.ratio(ONCE_STORED, HAND_WRITTEN_STORED),
                    whatAClaimAdds(ONCE_STORED, HAND_WRITTEN_STORED));
            reported("Once with stored answer vs no protection" + at, first.ratio(ONCE_STORED, FLOOR));
            atLeast(
                    "Once in the transactions of JPA vs a hand-written claim in them" + at,
                    0.9,
                    first.ratio(ONCE_JPA, HAND_WRITTEN_JPA),
                    whatAClaimAdds(ONCE_JPA, HAND_WRITTEN_JPA));
        }
    }

    private void duplicates(int threads, Series duplicates) {
        if (threads != THREADS) {
            return;
        }
        String peer = bestPeer(duplicates);
        atLeast(
                "Once vs the best peer (" + peer + "), duplicates, 8 threads",
                1.5,
                duplicates.ratio(ONCE, peer),
                A_READ);
        atLeast(
                "Once vs hand-written insert-first, duplicates, 8 threads",
                2.0,
                duplicates.ratio(ONCE, HAND_WRITTEN),
                A_READ);
        atLeast(
                "Once vs hand-written insert-first, duplicates of keys that only another process has seen, 8 threads",
                1.3,
                duplicates.ratio(ONCE_UNSEEN, HAND_WRITTEN),
                "It loses the insert as hand-written SQL does, and then reads the answer and compares the fingerprint, which that does not.");
    }

    private void growth(Growth.Result growth) {
        GrownLedger small = growth.ledgers().get(0);
        GrownLedger large = growth.ledgers().get(growth.ledgers().size() - 1);
        atMost(
                "Cost of a claim with " + large.name() + " vs " + small.name(),
                1.2,
                growth.claims().ratio(small.name(), large.name()),
                "With random keys and a large index, nearly every claim is the first since the last checkpoint to touch its page, and PostgreSQL logs such a page whole: %,.0f bytes of log per claim against %,.0f."
                        .formatted(large.walBytesPerClaim(), small.walBytesPerClaim()));
    }

    /** The difference in processor time, and what it is spent on. */
    private String whatAClaimAdds(String mine, String theirs) {
        return "The profile has %s against %s. Once also bounds the wait for a running attempt (two statements in the claim's round trip), fails the commit of a swallowed SQL error (one statement in the commit's), and passes the shield, the share of the pool and the counters."
                .formatted(micros(mine), micros(theirs));
    }

    private String micros(String contestant) {
        return results.costs.stream()
                .filter(cost -> cost.contestant().equals(contestant))
                .map(cost -> "%.0f µs for %s".formatted(cost.clientMicros() + cost.serverMicros(), contestant))
                .findFirst()
                .orElse("no figure for " + contestant);
    }

    private void roundTrips() {
        String why = "Each statement of the work is one of them.";
        for (RoundTrips.Count count : results.roundTrips) {
            String name = count.contestant();
            if (name.equals(ONCE) || name.equals(ONCE_STORED)) {
                atMost(name + ": round trips of a first attempt", 4, Spread.of(count.firstAttempt()), why);
                atMost(name + ": round trips of a duplicate", 1, Spread.of(count.duplicate()), why);
            } else if (name.equals(ONCE_UNSEEN)) {
                atMost(
                        "Once: round trips of a duplicate that only another process has seen",
                        2,
                        Spread.of(count.duplicate()),
                        "Insert, read and roll back.");
            }
        }
    }

    /** What no benchmark can measure from inside: what, at most, measured, and when. */
    private void byHand() {
        try (InputStream in = Objects.requireNonNull(Targets.class.getResourceAsStream("/by-hand.txt"))) {
            new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().forEach(line -> {
                String[] cells = line.split(" \\| ");
                String day = ", by hand on " + cells[3];
                atMost(cells[0] + day, Double.parseDouble(cells[1]), Spread.of(Double.parseDouble(cells[2])), "");
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The processor time, and what the bare endpoint does without. */
    private static String request(Series series, String kind) {
        return "%.0f µs in the application against %.0f µs in the bare endpoint, which does without sign-in or signature, limits, metrics, a log line and the claim; and their statements in the database. [A profile](profile.md)."
                .formatted(
                        series.spread(kind, Sample::appMicros).median(),
                        series.spread(Http.bareFor(kind), Sample::appMicros).median());
    }

    private static Spread ratio(Series series, String kind) {
        return series.ratio(kind, Http.bareFor(kind));
    }

    static String bestPeer(Series series) {
        return Field.PEERS.stream()
                .filter(series::has)
                .max(Comparator.comparingDouble(peer -> series.perSecond(peer).median()))
                .orElseThrow();
    }

    private void atLeast(String what, double promised, Spread measured, String why) {
        add(what, "at least " + number(promised), measured, measured.median() >= promised ? "met" : MISSED, why);
    }

    private void atMost(String what, double promised, Spread measured, String why) {
        add(what, "at most " + number(promised), measured, measured.median() <= promised ? "met" : MISSED, why);
    }

    private void reported(String what, Spread measured) {
        add(what, "", measured, "", "");
    }

    private void add(String what, String promised, Spread measured, String verdict, String why) {
        boolean one = measured.least() == measured.most();
        String text = one ? number(measured.median()) : Markdown.ratio(measured);
        all.add(new Target(what, promised, text, verdict, why));
    }

    private static String number(double value) {
        return value == Math.rint(value) && value > 1
                ? String.format(Locale.ROOT, "%.0f", value)
                : String.format(Locale.ROOT, "%.2f", value);
    }
}
