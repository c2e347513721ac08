package dev.once.showcase.judge;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.once.faults.verdict.Step;
import dev.once.showcase.judge.Ruling.Outcome;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.web.util.HtmlUtils;

/** What was found, for people and for programs. */
record RulingReport(String target, String run, long seed, @JsonProperty("ordeals") List<Ruling> rulings) {

    private static final int STEPS = 14;

    /** What came of an ordeal, and under it what the ordeal is. */
    static String line(Ruling ruling) {
        String what =
                switch (ruling.outcome()) {
                    case HOLDS -> counted(ruling) + ". " + ruling.reason();
                    case BREAKS -> String.valueOf(ruling.findings().get(0));
                    case UNKNOWN, SKIPPED -> ruling.reason();
                };
        boolean breaks = ruling.outcome() == Outcome.BREAKS;
        String word = breaks ? "BREAKS" : ruling.outcome().toString();
        Ruling.Charge charge = ruling.charge();
        return "  %-8s %-50s %s%n           %s".formatted(word, charge.title(), what.strip(), charge.story());
    }

    @JsonProperty
    int exitCode() {
        return count(Outcome.BREAKS) > 0 ? 1 : count(Outcome.UNKNOWN) > 0 ? 2 : 0;
    }

    /** The proofs of what breaks, and the sum. */
    String text() {
        return of(Outcome.BREAKS).map(ruling -> proof(ruling) + "\n").collect(Collectors.joining())
                + "%n%d hold, %d break, %d unknown, %d skipped. The same choices again: --seed=%d"
                        .formatted(
                                count(Outcome.HOLDS),
                                count(Outcome.BREAKS),
                                count(Outcome.UNKNOWN),
                                count(Outcome.SKIPPED),
                                seed);
    }

    String json() {
        try {
            return JsonMapper.builder()
                    .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
                    .enable(SerializationFeature.INDENT_OUTPUT, SerializationFeature.WRITE_ENUMS_USING_TO_STRING)
                    .build()
                    .writeValueAsString(this);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("The report cannot be written.", e);
        }
    }

    String junit() {
        return """
                <?xml version="1.0" encoding="UTF-8"?>
                <testsuite name="once judge: %s" tests="%d" failures="%d" skipped="%d">
                %s
                </testsuite>
                """
                .formatted(
                        HtmlUtils.htmlEscapeDecimal(target),
                        rulings.size(),
                        count(Outcome.BREAKS),
                        count(Outcome.UNKNOWN) + count(Outcome.SKIPPED),
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
                .formatted(ruling.charge().name(), inside);
    }

    private static String proof(Ruling ruling) {
        var lines = Stream.<String>builder();
        lines.add("\n%s: %s".formatted(ruling.charge().title(), damages(ruling)));
        lines.add("  tried     " + ruling.charge().story());
        ruling.findings()
                .forEach(one -> lines.add("  found     %s: %s (%s)"
                        .formatted(
                                one.damage().label(), one.what(), one.damage().meaning())));
        Ruling.Effects effects = ruling.effects();
        if (effects != null) {
            lines.add("  effects   %d before, %d after; %d owed"
                    .formatted(effects.before(), effects.after(), effects.owed()));
        }
        lines.add("  answered  "
                + ruling.answers().entrySet().stream()
                        .map(answer -> answer.getValue() + " x " + answer.getKey())
                        .collect(Collectors.joining(", ")));
        for (Exchange one : ruling.exchanges()) {
            Call call = one.call();
            lines.add("  sent      " + call.method() + " " + call.url() + " " + call.body());
            lines.add("  heard     " + one.words());
        }
        ruling.timeline().stream().limit(STEPS).map(RulingReport::step).forEach(lines::add);
        if (ruling.timeline().size() > STEPS) {
            lines.add("            … and %d more".formatted(ruling.timeline().size() - STEPS));
        }
        ruling.again().lines().forEach(line -> lines.add("  again     " + line));
        lines.add("  usually   " + ruling.charge().usually());
        lines.add("  lesson    " + ruling.charge().lesson());
        return lines.build().collect(Collectors.joining("\n"));
    }

    private static String counted(Ruling ruling) {
        String sends = plural(ruling.sends(), "send");
        Ruling.Effects effects = ruling.effects();
        return effects == null ? sends : sends + ", " + plural(effects.added(), "effect");
    }

    private static String plural(long number, String word) {
        return number == 1 ? "1 " + word : number + " " + word + "s";
    }

    private static String step(Step step) {
        String who = step.worker() < 0 ? "" : "sender " + step.worker() + " ";
        return "%10.1f ms %s%s".formatted(step.micros() / 1000.0, who, step.words());
    }

    private static String damages(Ruling ruling) {
        return String.join(", ", ruling.damages());
    }

    private Stream<Ruling> of(Outcome outcome) {
        return rulings.stream().filter(ruling -> ruling.outcome() == outcome);
    }

    private long count(Outcome outcome) {
        return of(outcome).count();
    }
}
