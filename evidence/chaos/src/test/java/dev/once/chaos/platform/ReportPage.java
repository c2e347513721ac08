package dev.once.chaos.platform;

import dev.once.chaos.platform.Report.Run;
import dev.once.chaos.platform.Report.Tally;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** docs/chaos-report.md: all runs together, and what only the last one can tell. */
record ReportPage(List<Run> runs) {

    String text() {
        Run last = runs.get(runs.size() - 1);
        Tally all = runs.stream().map(Run::all).reduce(Tally.NONE, Tally::plus);
        List<String> lines = new ArrayList<>(List.of(
                "# Chaos report",
                "",
                "Written by `mvn verify -Pchaos`. Each run adds a line; `-Donce.chaos.minutes=..` says how long it strikes, and"
                        + " `-Donce.chaos.seed=..` repeats its choices.",
                "Two packaged processes of every app outside the demo profile, on a PostgreSQL with a synchronous standby, with a bad"
                        + " network before and behind each.",
                "",
                "**%,d attempts and %,d faults: %d doubled, %d lost, %d wrong answers, %d never answered, %d answered 500.**"
                        .formatted(
                                all.attempts(),
                                runs.stream().mapToLong(Run::faults).sum(),
                                all.doubled(),
                                all.lost(),
                                all.wrong(),
                                all.unanswered(),
                                all.answered500()),
                "",
                "| run (UTC) | seed | faults | attempts | sends | acknowledged | doubled | lost | wrong | never answered | answered 500 |",
                "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|"));
        runs.forEach(run ->
                lines.add("| %s | %d | %,d | %s |".formatted(run.began(), run.seed(), run.faults(), cells(run.all()))));
        lines.addAll(List.of(
                "",
                "| surface | attempts | sends | acknowledged | doubled | lost | wrong | never answered | answered 500 |",
                "|---|---:|---:|---:|---:|---:|---:|---:|---:|"));
        Map<String, Tally> surfaces = new TreeMap<>();
        runs.forEach(run -> run.surfaces().forEach((surface, tally) -> surfaces.merge(surface, tally, Tally::plus)));
        surfaces.forEach((surface, tally) -> lines.add("| %s | %s |".formatted(surface, cells(tally))));
        lines.addAll(List.of(
                "",
                "In flight: attempts that waited for an answer when the fault struck, from an app that it struck. A fault that met none"
                        + " is not counted.",
                "",
                "| fault | times | in flight, together | at most | met none |",
                "|---|---:|---:|---:|---:|"));
        for (Mayhem.Fault fault : Mayhem.Fault.values()) {
            List<Integer> hits = runs.stream()
                    .flatMap(run -> run.inFlight().getOrDefault(fault.name(), List.of()).stream())
                    .toList();
            long met = hits.stream().filter(hit -> hit > 0).count();
            lines.add("| %s | %d | %,d | %d | %d |"
                    .formatted(
                            fault.words,
                            met,
                            hits.stream().mapToInt(Integer::intValue).sum(),
                            hits.stream().mapToInt(Integer::intValue).max().orElse(0),
                            hits.size() - met));
        }
        addGrowth(lines, last);
        lines.addAll(List.of("", "| also, in the last run | |", "|---|---|"));
        last.notes().forEach((what, came) -> lines.add("| %s | %s |".formatted(what, came)));
        return String.join("\n", lines) + "\n";
    }

    private static void addGrowth(List<String> lines, Run last) {
        lines.addAll(List.of(
                "",
                "What could grow, in the last run, of all eight processes together:",
                "",
                "| second | attempts so far | memory, MB | threads | open files | connections of the database |",
                "|---:|---:|---:|---:|---:|---:|"));
        last.growth()
                .forEach(look -> lines.add("| %d | %,d | %,d | %d | %d | %d |"
                        .formatted(
                                look.second(),
                                look.attempts(),
                                look.megabytes(),
                                look.threads(),
                                look.files(),
                                look.connections())));
    }

    private static String cells(Tally tally) {
        return "%,d | %,d | %,d | %d | %d | %d | %d | %d"
                .formatted(
                        tally.attempts(),
                        tally.sends(),
                        tally.acknowledged(),
                        tally.doubled(),
                        tally.lost(),
                        tally.wrong(),
                        tally.unanswered(),
                        tally.answered500());
    }
}
