package dev.once.chaos.platform;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.once.faults.verdict.Damage;
import dev.once.faults.verdict.Verdict;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What was done and what came of it; printed, and in the long form added to runs.jsonl, from which docs/chaos-report.md is
 * written.
 */
final class Report {

    static final String ALL = "once.chaos.all";
    static final boolean LONG_FORM = Boolean.getBoolean(ALL);

    /** The same seed makes the same choices; the clock still has a say in what they meet. */
    static final long SEED =
            Long.getLong("once.chaos.seed", LONG_FORM ? Instant.now().getEpochSecond() : 20260101L);

    /** How long every kind of fault comes again and again. */
    static final Duration BUDGET = Duration.ofMinutes(Long.getLong("once.chaos.minutes", 6));

    /** So many times the senders, and the pace, of the short form. */
    static final int LOAD = Integer.getInteger("once.chaos.load", LONG_FORM ? 2 : 1);

    private static final Path RUNS = Path.of("runs.jsonl");
    private static final Path PAGE = Path.of("..", "..", "docs", "chaos-report.md");
    private static final Report SHARED = new Report();

    /** Of one surface in one run, or of several. */
    record Tally(
            int attempts,
            int sends,
            int acknowledged,
            int doubled,
            int lost,
            int wrong,
            int unanswered,
            long answered500) {

        static final Tally NONE = new Tally(0, 0, 0, 0, 0, 0, 0, 0);

        static Tally of(Verdict verdict, Map<Integer, Long> statuses) {
            return new Tally(
                    verdict.attempts(),
                    verdict.sends(),
                    verdict.acknowledged(),
                    verdict.findings(Damage.DOUBLED).size(),
                    verdict.findings(Damage.LOST).size(),
                    verdict.findings(Damage.WRONG_ANSWER).size(),
                    verdict.findings(Damage.STUCK).size(),
                    statuses.getOrDefault(500, 0L));
        }

        Tally plus(Tally other) {
            return new Tally(
                    attempts + other.attempts,
                    sends + other.sends,
                    acknowledged + other.acknowledged,
                    doubled + other.doubled,
                    lost + other.lost,
                    wrong + other.wrong,
                    unanswered + other.unanswered,
                    answered500 + other.answered500);
        }
    }

    /**
     * One run of the tests.
     *
     * @param inFlight by fault: how many attempts were under way each time that it struck
     */
    record Run(
            String began,
            long seed,
            Map<String, Tally> surfaces,
            Map<String, List<Integer>> inFlight,
            List<GrowthWatch.Look> growth,
            Map<String, String> notes) {

        Tally all() {
            return surfaces.values().stream().reduce(Tally.NONE, Tally::plus);
        }

        /** Those that struck something. */
        long faults() {
            return inFlight.values().stream()
                    .flatMap(List::stream)
                    .filter(hit -> hit > 0)
                    .count();
        }
    }

    private final Run run = new Run(
            Instant.now().truncatedTo(ChronoUnit.MINUTES).toString(),
            SEED,
            new TreeMap<>(),
            new TreeMap<>(),
            new ArrayList<>(),
            new TreeMap<>());

    private Report() {
        System.out.printf("chaos: seed %d (-Donce.chaos.seed=%d repeats its choices)%n", SEED, SEED);
    }

    static Report shared() {
        return SHARED;
    }

    synchronized void injected(Mayhem.Fault fault, int inFlight) {
        run.inFlight().computeIfAbsent(fault.name(), any -> new ArrayList<>()).add(inFlight);
    }

    synchronized void looked(GrowthWatch.Look look) {
        run.growth().add(look);
    }

    synchronized void judged(String surface, String during, Verdict verdict, Map<Integer, Long> statuses) {
        run.surfaces().merge(surface, Tally.of(verdict, statuses), Tally::plus);
        System.out.printf("%s, %s: %s; statuses %s%n", surface, during, verdict, statuses);
        verdict.findings().stream().limit(20).forEach(System.out::println);
        write();
    }

    synchronized void note(String what, String came) {
        run.notes().put(what, came);
        System.out.printf("%s: %s%n", what, came);
        write();
    }

    private void write() {
        if (!LONG_FORM) {
            return;
        }
        ObjectMapper json = new ObjectMapper();
        try {
            List<Run> runs = new ArrayList<>();
            for (String line : Files.exists(RUNS) ? Files.readAllLines(RUNS) : List.<String>of()) {
                runs.add(json.readValue(line, Run.class));
            }
            runs.removeIf(earlier -> earlier.began().equals(run.began()) && earlier.seed() == run.seed());
            runs.add(run);
            StringBuilder lines = new StringBuilder();
            for (Run one : runs) {
                lines.append(json.writeValueAsString(one)).append('\n');
            }
            Files.writeString(RUNS, lines);
            Files.writeString(PAGE, new ReportPage(runs).text());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
