package dev.once.chaos.platform;

import dev.once.chaos.history.Verdict;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** What was done and what came of it; printed, and in the long form written to docs/chaos-report.md. */
final class Report {

    static final String ALL = "once.chaos.all";
    static final boolean LONG_FORM = Boolean.getBoolean(ALL);

    /** The same seed makes the same choices; the clock still has a say in what they meet. */
    static final long SEED =
            Long.getLong("once.chaos.seed", LONG_FORM ? Instant.now().getEpochSecond() : 20260101L);

    private static final Path FILE = Path.of("..", "..", "docs", "chaos-report.md");
    private static final Report SHARED = new Report();

    private final Map<Mayhem.Fault, AtomicInteger> faults = new ConcurrentHashMap<>();
    private final Map<String, Verdict> verdicts = new TreeMap<>();
    private final Map<String, String> notes = new TreeMap<>();

    private Report() {
        System.out.printf("chaos: seed %d (-Donce.chaos.seed=%d repeats its choices)%n", SEED, SEED);
    }

    static Report shared() {
        return SHARED;
    }

    void injected(Mayhem.Fault fault) {
        faults.computeIfAbsent(fault, any -> new AtomicInteger()).incrementAndGet();
    }

    synchronized void judged(String what, Verdict verdict, Map<Integer, Long> statuses) {
        verdicts.put(what, verdict);
        System.out.printf("%s: %s; statuses %s%n", what, verdict, statuses);
        verdict.damages().stream().limit(20).forEach(System.out::println);
        write();
    }

    synchronized void note(String what, String came) {
        notes.put(what, came);
        System.out.printf("%s: %s%n", what, came);
        write();
    }

    private void write() {
        if (LONG_FORM) {
            try {
                Files.writeString(FILE, String.join("\n", lines()) + "\n");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private List<String> lines() {
        List<String> lines = new ArrayList<>(List.of(
                "# The last chaos run",
                "",
                "Written by `mvn verify -Pchaos` on " + LocalDate.now(ZoneOffset.UTC) + " with seed " + SEED
                        + " (`-Donce.chaos.seed=..` repeats its choices).",
                "Two packaged processes of every app outside the demo profile, on one PostgreSQL, with a bad network before and behind each.",
                "",
                "| what | attempts | sends | acknowledged | doubled | lost | wrong answers | never answered |",
                "|---|---:|---:|---:|---:|---:|---:|---:|"));
        verdicts.forEach((what, verdict) -> lines.add("| %s | %,d | %,d | %,d | %d | %d | %d | %d |"
                .formatted(
                        what,
                        verdict.attempts(),
                        verdict.sends(),
                        verdict.acknowledged(),
                        verdict.doubled().size() + verdict.invented().size(),
                        verdict.lost().size(),
                        verdict.wrongAnswers().size(),
                        verdict.unanswered().size())));
        lines.addAll(List.of("", "| fault | times |", "|---|---:|"));
        for (Mayhem.Fault fault : Mayhem.Fault.values()) {
            AtomicInteger times = faults.get(fault);
            lines.add("| %s | %d |".formatted(fault.words, times == null ? 0 : times.get()));
        }
        lines.addAll(List.of("", "| also | |", "|---|---|"));
        notes.forEach((what, came) -> lines.add("| %s | %s |".formatted(what, came)));
        return lines;
    }
}
