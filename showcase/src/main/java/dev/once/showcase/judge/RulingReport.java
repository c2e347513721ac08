package dev.once.showcase.judge;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.once.faults.verdict.Damage;
import dev.once.faults.verdict.Finding;
import dev.once.faults.verdict.Step;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.springframework.web.util.HtmlUtils;

/** What was found, for people and for programs. */
final class RulingReport {

    private static final int STEPS = 14;

    private final String target;
    private final String run;
    private final long seed;

    RulingReport(String target, String run, long seed) {
        this.target = target;
        this.run = run;
        this.seed = seed;
    }

    void begin(PrintStream out) {
        out.println("Judging %s%n  as %s (header Once-Judge), seed %d%n".formatted(target, run, seed));
    }

    /** What came of an ordeal, and under it what the ordeal is. */
    static String line(Ruling ruling) {
        String what =
                switch (ruling.outcome()) {
                    case HOLDS ->
                        "%d sends, %d effects. %s"
                                .formatted(
                                        ruling.sends(),
                                        ruling.effects().after()
                                                - ruling.effects().before(),
                                        ruling.reason());
                    case BREAKS ->
                        damages(ruling) + ": " + ruling.findings().get(0).what();
                    case UNKNOWN, SKIPPED -> ruling.reason();
                };
        return "  %-8s %-50s %s%n           %s"
                .formatted(
                        word(ruling),
                        ruling.ordeal().title(),
                        what,
                        ruling.ordeal().story());
    }

    static String word(Ruling ruling) {
        return ruling.outcome() == Ruling.Outcome.BREAKS
                ? "BREAKS"
                : ruling.outcome().name().toLowerCase(Locale.ROOT);
    }

    static String damages(Ruling ruling) {
        return ruling.findings().stream()
                .map(Finding::damage)
                .distinct()
                .map(Damage::label)
                .collect(Collectors.joining(", "));
    }

    static int exitCode(List<Ruling> rulings) {
        if (rulings.stream().anyMatch(ruling -> ruling.outcome() == Ruling.Outcome.BREAKS)) {
            return 1;
        }
        return rulings.stream().anyMatch(ruling -> ruling.outcome() == Ruling.Outcome.UNKNOWN) ? 2 : 0;
    }

    void end(PrintStream out, List<Ruling> rulings) {
        rulings.stream()
                .filter(ruling -> ruling.outcome() == Ruling.Outcome.BREAKS)
                .forEach(ruling -> proof(out, ruling));
        Map<Ruling.Outcome, Long> counts =
                rulings.stream().collect(Collectors.groupingBy(Ruling::outcome, Collectors.counting()));
        out.println("%n%d hold, %d break, %d unknown, %d skipped. The same choices again: --seed=%d"
                .formatted(
                        counts.getOrDefault(Ruling.Outcome.HOLDS, 0L),
                        counts.getOrDefault(Ruling.Outcome.BREAKS, 0L),
                        counts.getOrDefault(Ruling.Outcome.UNKNOWN, 0L),
                        counts.getOrDefault(Ruling.Outcome.SKIPPED, 0L),
                        seed));
    }

    private static void proof(PrintStream out, Ruling ruling) {
        out.println("%n%s: %s".formatted(ruling.ordeal().title(), damages(ruling)));
        out.println("  tried     " + ruling.ordeal().story());
        ruling.findings()
                .forEach(finding -> out.println("  found     " + finding.what() + " ("
                        + finding.damage().label() + ": " + finding.damage().meaning() + ")"));
        out.println("  effects   %d before, %d after; %d owed"
                .formatted(
                        ruling.effects().before(),
                        ruling.effects().after(),
                        ruling.effects().owed()));
        out.println("  answered  "
                + ruling.answers().entrySet().stream()
                        .map(answer -> answer.getValue() + " x " + answer.getKey())
                        .collect(Collectors.joining(", ")));
        ruling.exchanges().forEach(one -> {
            out.println("  sent      " + one.call().method() + " " + one.call().url() + " "
                    + one.call().body());
            out.println("  heard     " + one.words());
        });
        ruling.timeline().stream().limit(STEPS).forEach(step -> out.println("  " + step(step)));
        if (ruling.timeline().size() > STEPS) {
            out.println("            … and %d more".formatted(ruling.timeline().size() - STEPS));
        }
        ruling.again().lines().forEach(line -> out.println("  again     " + line));
        out.println("  usually   " + ruling.ordeal().meaning() + ".");
        out.println("  lesson    docs/" + ruling.ordeal().lesson());
    }

    private static String step(Step step) {
        return "%8.1f ms %s%s"
                .formatted(
                        step.micros() / 1000.0, step.worker() < 0 ? "" : "sender " + step.worker() + " ", step.words());
    }

    String json(List<Ruling> rulings) {
        Map<String, Object> report = new LinkedHashMap<>();
        report.put("target", target);
        report.put("run", run);
        report.put("seed", seed);
        report.put("exit_code", exitCode(rulings));
        report.put("ordeals", rulings.stream().map(RulingReport::asMap).toList());
        try {
            return new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(report);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("The report cannot be written.", e);
        }
    }

    private static Map<String, Object> asMap(Ruling ruling) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("ordeal", ruling.ordeal().slug());
        map.put("story", ruling.ordeal().story());
        map.put("outcome", ruling.outcome().name().toLowerCase(Locale.ROOT));
        map.put(
                "damages",
                ruling.findings().stream()
                        .map(one -> one.damage().label())
                        .distinct()
                        .toList());
        map.put("found", ruling.findings().stream().map(Finding::what).toList());
        map.put("reason", ruling.reason());
        map.put("sends", ruling.sends());
        map.put("answers", ruling.answers());
        map.put("effects", ruling.effects());
        map.put("again", ruling.again());
        map.put("usually_means", ruling.ordeal().meaning());
        map.put("lesson", "docs/" + ruling.ordeal().lesson());
        map.put(
                "timeline",
                ruling.timeline().stream().limit(100).map(RulingReport::step).toList());
        return map;
    }

    String junit(List<Ruling> rulings) {
        StringBuilder xml = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        xml.append("<testsuite name=\"once judge: %s\" tests=\"%d\" failures=\"%d\" skipped=\"%d\">%n"
                .formatted(
                        HtmlUtils.htmlEscape(target),
                        rulings.size(),
                        count(rulings, Ruling.Outcome.BREAKS),
                        count(rulings, Ruling.Outcome.UNKNOWN) + count(rulings, Ruling.Outcome.SKIPPED)));
        for (Ruling ruling : rulings) {
            xml.append("  <testcase classname=\"once.judge\" name=\"%s\">"
                    .formatted(ruling.ordeal().slug()));
            switch (ruling.outcome()) {
                case BREAKS ->
                    xml.append("<failure message=\"%s\">%s</failure>"
                            .formatted(
                                    HtmlUtils.htmlEscape(damages(ruling)),
                                    HtmlUtils.htmlEscape(line(ruling) + "\n" + ruling.again())));
                case UNKNOWN, SKIPPED ->
                    xml.append("<skipped message=\"%s\"/>".formatted(HtmlUtils.htmlEscape(ruling.reason())));
                case HOLDS -> {}
            }
            xml.append("</testcase>\n");
        }
        return xml.append("</testsuite>\n").toString();
    }

    private static long count(List<Ruling> rulings, Ruling.Outcome outcome) {
        return rulings.stream().filter(ruling -> ruling.outcome() == outcome).count();
    }
}
