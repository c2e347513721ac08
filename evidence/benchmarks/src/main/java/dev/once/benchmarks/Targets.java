package dev.once.benchmarks;

import static dev.once.benchmarks.Field.FLOOR;
import static dev.once.benchmarks.Field.HAND_WRITTEN;
import static dev.once.benchmarks.Field.HAND_WRITTEN_STORED;
import static dev.once.benchmarks.Field.ONCE;
import static dev.once.benchmarks.Field.ONCE_STORED;

import dev.once.benchmarks.Series.Spread;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What was promised beside what was measured. */
final class Targets {

    static final int THREADS = 8;

    private static final String A_READ =
            "A duplicate is one read by the key's index, in autocommit; there is nothing to leave out.";
    private static final String A_STATEMENT = "The work itself has one statement.";

    /** @param why what it costs, should it not be met */
    record Target(String what, String promised, String measured, boolean met, String why) {}

    private final Results results;
    private final List<Target> all = new ArrayList<>();

    Targets(Results results) {
        this.results = results;
    }

    List<Target> all() {
        Series first = results.firstAttempts.get(THREADS);
        Series duplicates = results.duplicates.get(THREADS);
        if (first != null) {
            atLeast(
                    "Once claim only vs hand-written, first attempts, 8 threads",
                    0.95,
                    first.ratio(ONCE, HAND_WRITTEN),
                    whatAClaimAdds(ONCE, HAND_WRITTEN));
            atLeast(
                    "Once with stored answer vs hand-written with stored answer, 8 threads",
                    0.95,
                    first.ratio(ONCE_STORED, HAND_WRITTEN_STORED),
                    whatAClaimAdds(ONCE_STORED, HAND_WRITTEN_STORED));
            atLeast(
                    "Once with stored answer vs no protection, 8 threads",
                    0.65,
                    first.ratio(ONCE_STORED, FLOOR),
                    "A claim is a second row with an index, and its answer a second version of that row: hand-written JDBC that does the same reaches %s here."
                            .formatted(Markdown.ratio(first.ratio(HAND_WRITTEN_STORED, FLOOR))));
        }
        for (Map.Entry<Integer, Series> each : results.firstAttempts.entrySet()) {
            String peer = bestPeer(each.getValue());
            atLeast(
                    "Once claim only vs the best peer (%s), first attempts, %d thread%s"
                            .formatted(peer, each.getKey(), each.getKey() == 1 ? "" : "s"),
                    1.0,
                    each.getValue().ratio(ONCE, peer),
                    whatAClaimAdds(ONCE, peer));
        }
        if (duplicates != null) {
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
        }
        roundTrips();
        results.http.forEach(
                (app, series) -> atLeast(
                        "HTTP, " + app + ": protected vs unprotected, first attempts",
                        1.0,
                        series.ratio(Http.ONCE, Http.BARE),
                        "Two processes, their database and the clients share this machine's cores, and the claim is a small part of a request; its cost is in the profile below."));
        if (results.storm != null) {
            atLeast(
                    "Normal traffic during a storm vs without",
                    0.8,
                    results.storm.ratio(ONCE_STORED + Storm.STORMY, ONCE_STORED + Storm.QUIET),
                    "The storm's callers and the normal traffic share this machine's cores; the storm holds one connection.");
        }
        if (results.growth != null) {
            Growth.Result growth = results.growth;
            GrownLedger small = growth.ledgers().get(0);
            GrownLedger large = growth.ledgers().get(growth.ledgers().size() - 1);
            atMost(
                    "Cost of a claim with " + large.name() + " vs " + small.name(),
                    1.2,
                    growth.claims().ratio(small.name(), large.name()),
                    "With random keys and a large index, nearly every claim is the first since the last checkpoint to touch its page, and PostgreSQL logs such a page whole: %,.0f bytes of log a claim against %,.0f."
                            .formatted(large.walBytesAClaim(), small.walBytesAClaim()));
        }
        return all;
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
        for (RoundTrips.Count count : results.roundTrips) {
            switch (count.contestant()) {
                case ONCE, ONCE_STORED -> {
                    atMost(count.contestant() + ": round trips of a first attempt", 4, count.firstAttempt());
                    atMost(count.contestant() + ": round trips of a duplicate", 1, count.duplicate());
                }
                case Field.ONCE_UNSEEN ->
                    atMost("Once: round trips of a duplicate whose key this JVM has not seen", 3, count.duplicate());
                default -> {}
            }
        }
    }

    static String bestPeer(Series series) {
        return Field.PEERS.stream()
                .filter(series::has)
                .max(Comparator.comparingDouble(peer -> series.perSecond(peer).median()))
                .orElseThrow();
    }

    private void atLeast(String what, double promised, Spread measured, String why) {
        all.add(new Target(
                what, "at least " + number(promised), Markdown.ratio(measured), measured.median() >= promised, why));
    }

    private void atMost(String what, double promised, Spread measured, String why) {
        all.add(new Target(
                what, "at most " + number(promised), Markdown.ratio(measured), measured.median() <= promised, why));
    }

    private void atMost(String what, int promised, int measured) {
        all.add(new Target(what, "at most " + promised, String.valueOf(measured), measured <= promised, A_STATEMENT));
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }
}
