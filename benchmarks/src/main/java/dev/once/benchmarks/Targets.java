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

    record Target(String what, String promised, String measured, boolean met) {}

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
                    first.ratio(ONCE, HAND_WRITTEN));
            atLeast(
                    "Once with stored answer vs hand-written with stored answer, 8 threads",
                    0.95,
                    first.ratio(ONCE_STORED, HAND_WRITTEN_STORED));
            atLeast("Once with stored answer vs no protection, 8 threads", 0.65, first.ratio(ONCE_STORED, FLOOR));
        }
        for (Map.Entry<Integer, Series> each : results.firstAttempts.entrySet()) {
            String peer = bestPeer(each.getValue());
            atLeast(
                    "Once claim only vs the best peer (%s), first attempts, %d thread%s"
                            .formatted(peer, each.getKey(), each.getKey() == 1 ? "" : "s"),
                    1.0,
                    each.getValue().ratio(ONCE, peer));
        }
        if (duplicates != null) {
            String peer = bestPeer(duplicates);
            atLeast("Once vs the best peer (" + peer + "), duplicates, 8 threads", 1.5, duplicates.ratio(ONCE, peer));
            atLeast(
                    "Once vs hand-written insert-first, duplicates, 8 threads",
                    2.0,
                    duplicates.ratio(ONCE, HAND_WRITTEN));
        }
        roundTrips();
        results.http.forEach((app, series) -> atLeast(
                "HTTP, " + app + ": protected vs unprotected, first attempts",
                0.85,
                series.ratio(Http.ONCE, Http.FLOOR)));
        if (results.storm != null) {
            atLeast(
                    "Normal traffic during a storm vs without",
                    0.8,
                    results.storm.ratio(ONCE_STORED + Storm.STORMY, ONCE_STORED + Storm.QUIET));
        }
        if (results.growth != null) {
            Growth.Result growth = results.growth;
            String small = growth.ledgers().get(0).name();
            String large = growth.ledgers().get(growth.ledgers().size() - 1).name();
            atMost(
                    "Cost of a claim with " + large + " vs " + small,
                    1.2,
                    growth.claims().ratio(small, large));
        }
        return all;
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

    private void atLeast(String what, double promised, Spread measured) {
        all.add(new Target(
                what, "at least " + number(promised), Markdown.ratio(measured), measured.median() >= promised));
    }

    private void atMost(String what, double promised, Spread measured) {
        all.add(new Target(
                what, "at most " + number(promised), Markdown.ratio(measured), measured.median() <= promised));
    }

    private void atMost(String what, int promised, int measured) {
        all.add(new Target(what, "at most " + promised, String.valueOf(measured), measured <= promised));
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }
}
