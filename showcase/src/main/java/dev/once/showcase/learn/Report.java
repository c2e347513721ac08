package dev.once.showcase.learn;

import dev.once.faults.verdict.Ordeal;
import dev.once.faults.verdict.Step;
import dev.once.faults.verdict.Verdict;
import dev.once.showcase.lab.Result;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What a judgement says on a terminal. */
final class Report {

    private static final int COLUMN = 46;

    private Report() {}

    static String of(Map<Ordeal, Result> results) {
        return results.entrySet().stream()
                .map(entry -> entry.getValue().verdict().isClean()
                        ? "  ok      " + entry.getKey().story()
                        : "  BROKEN  " + entry.getKey().story() + "\n"
                                + damages(entry.getValue().verdict()) + "\n\n"
                                + timeline(entry.getValue().timeline()))
                .collect(Collectors.joining("\n"));
    }

    private static String damages(Verdict verdict) {
        return verdict.findings().stream()
                .map(finding -> "          " + finding)
                .collect(Collectors.joining("\n"));
    }

    private static String timeline(List<Step> steps) {
        return "      ms  %s%s%s%n".formatted(column("worker A"), column("worker B"), "everybody sees")
                + steps.stream().map(Report::line).collect(Collectors.joining("\n"));
    }

    private static String line(Step step) {
        String words = step.worker() < 0 ? "-- " + step.words() + " --" : step.words();
        return "%8.1f  %s%s%s"
                .formatted(
                        step.micros() / 1000.0,
                        column(step.worker() == 1 ? "" : words),
                        column(step.worker() == 1 ? words : ""),
                        step.database());
    }

    private static String column(String words) {
        return String.format(
                "%-" + COLUMN + "s", words.length() < COLUMN ? words : words.substring(0, COLUMN - 3) + "..");
    }
}
