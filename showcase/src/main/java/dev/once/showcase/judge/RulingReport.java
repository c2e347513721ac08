package dev.once.showcase.judge;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.once.faults.verdict.Finding;
import dev.once.faults.verdict.Step;
import dev.once.showcase.judge.Ruling.Outcome;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.springframework.web.util.HtmlUtils;

/** What was found, for people and for programs. */
record RulingReport(String target, String run, long seed) {

    private static final int STEPS = 14;

    void begin(Consumer<String> out) {
        out.accept("Judging %s%n  as %s (header Once-Judge), seed %d%n".formatted(target, run, seed));
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
        String word = ruling.outcome() == Outcome.BREAKS ? "BREAKS" : name(ruling.outcome());
        return "  %-8s %-50s %s%n           %s"
                .formatted(
                        word,
                        ruling.ordeal().title(),
                        what.strip(),
                        ruling.ordeal().story());
    }

    static int exitCode(List<Ruling> rulings) {
        return count(rulings, Outcome.BREAKS) > 0 ? 1 : count(rulings, Outcome.UNKNOWN) > 0 ? 2 : 0;
    }

    void end(Consumer<String> out, List<Ruling> rulings) {
        rulings.stream()
                .filter(ruling -> ruling.outcome() == Outcome.BREAKS)
                .forEach(ruling -> out.accept(proof(ruling)));
        out.accept("%n%d hold, %d break, %d unknown, %d skipped. The same choices again: --seed=%d"
                .formatted(
                        count(rulings, Outcome.HOLDS),
                        count(rulings, Outcome.BREAKS),
                        count(rulings, Outcome.UNKNOWN),
                        count(rulings, Outcome.SKIPPED),
                        seed));
    }

    private static String proof(Ruling ruling) {
        var proof = new StringBuilder("\n%s: %s".formatted(ruling.ordeal().title(), damages(ruling)));
        add(proof, "tried", ruling.ordeal().story());
        for (Finding finding : ruling.findings()) {
            add(
                    proof,
                    "found",
                    "%s (%s: %s)"
                            .formatted(
                                    finding.what(),
                                    finding.damage().label(),
                                    finding.damage().meaning()));
        }
        Ruling.Effects effects = ruling.effects();
        add(
                proof,
                "effects",
                "%d before, %d after; %d owed".formatted(effects.before(), effects.after(), effects.owed()));
        add(
                proof,
                "answered",
                ruling.answers().entrySet().stream()
                        .map(answer -> answer.getValue() + " x " + answer.getKey())
                        .collect(Collectors.joining(", ")));
        for (Exchange one : ruling.exchanges()) {
            add(
                    proof,
                    "sent",
                    one.call().method() + " " + one.call().url() + " "
                            + one.call().body());
            add(proof, "heard", one.words());
        }
        ruling.timeline().stream().limit(STEPS).forEach(step -> proof.append("\n  ")
                .append(step(step)));
        if (ruling.timeline().size() > STEPS) {
            add(proof, "", "… and %d more".formatted(ruling.timeline().size() - STEPS));
        }
        ruling.again().lines().forEach(line -> add(proof, "again", line));
        add(proof, "usually", ruling.ordeal().meaning() + ".");
        add(proof, "lesson", "docs/" + ruling.ordeal().lesson());
        return proof.toString();
    }

    private static void add(StringBuilder proof, String name, String words) {
        proof.append("\n  %-9s %s".formatted(name, words));
    }

    private static String step(Step step) {
        String who = step.worker() < 0 ? "" : "sender " + step.worker() + " ";
        return "%8.1f ms %s%s".formatted(step.micros() / 1000.0, who, step.words());
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
        map.put("outcome", name(ruling.outcome()));
        map.put("damages", ruling.damages());
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
        return """
                <?xml version="1.0" encoding="UTF-8"?>
                <testsuite name="once judge: %s" tests="%d" failures="%d" skipped="%d">
                %s
                </testsuite>
                """
                .formatted(
                        HtmlUtils.htmlEscapeDecimal(target),
                        rulings.size(),
                        count(rulings, Outcome.BREAKS),
                        count(rulings, Outcome.UNKNOWN) + count(rulings, Outcome.SKIPPED),
                        rulings.stream().map(RulingReport::testCase).collect(Collectors.joining("\n")));
    }

    private static String testCase(Ruling ruling) {
        String inside =
                switch (ruling.outcome()) {
                    case BREAKS ->
                        "<failure message=\"%s\">%s</failure>"
                                .formatted(damages(ruling), HtmlUtils.htmlEscapeDecimal(proof(ruling)));
                    case UNKNOWN, SKIPPED ->
                        "<skipped message=\"%s\"/>".formatted(HtmlUtils.htmlEscapeDecimal(ruling.reason()));
                    case HOLDS -> "";
                };
        return "  <testcase classname=\"once.judge\" name=\"%s\">%s</testcase>"
                .formatted(ruling.ordeal().slug(), inside);
    }

    private static String damages(Ruling ruling) {
        return String.join(", ", ruling.damages());
    }

    private static String name(Outcome outcome) {
        return outcome.name().toLowerCase(Locale.ROOT);
    }

    private static long count(List<Ruling> rulings, Outcome outcome) {
        return rulings.stream().filter(ruling -> ruling.outcome() == outcome).count();
    }
}
