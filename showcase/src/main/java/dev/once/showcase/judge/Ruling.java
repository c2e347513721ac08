package dev.once.showcase.judge;

import dev.once.faults.verdict.Damage;
import dev.once.faults.verdict.Finding;
import dev.once.faults.verdict.Ordeal;
import dev.once.faults.verdict.Step;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What came of one ordeal, with the proof.
 *
 * @param reason why it is unknown, or what else is worth knowing
 * @param answers how often each status was heard; "no answer" where there was none
 * @param exchanges the first few, as they were
 * @param again commands that repeat it
 */
record Ruling(
        Ordeal ordeal,
        Outcome outcome,
        List<Finding> findings,
        String reason,
        Map<String, Long> answers,
        Effects effects,
        List<Exchange> exchanges,
        List<Step> timeline,
        String again) {

    enum Outcome {
        HOLDS,
        BREAKS,
        UNKNOWN,
        /** The file says that it does not apply, and why. */
        SKIPPED
    }

    /** How many effects there were and how many are owed: one for every attempt that heard a yes. */
    record Effects(long before, long after, long owed) {}

    static Ruling without(Ordeal ordeal, Outcome outcome, String reason) {
        return new Ruling(ordeal, outcome, List.of(), reason, Map.of(), new Effects(0, 0, 0), List.of(), List.of(), "");
    }

    /** One ruling of several: it breaks where one of them breaks, and what is shown is of those. */
    static Ruling ofParts(Ordeal ordeal, Map<String, Ruling> parts) {
        List<Ruling> all = List.copyOf(parts.values());
        List<Ruling> shown =
                all.stream().filter(part -> part.outcome == Outcome.BREAKS).toList();
        Map<String, Long> answers = new TreeMap<>();
        all.forEach(part -> part.answers.forEach((status, times) -> answers.merge(status, times, Long::sum)));
        long before = all.get(0).effects.before;
        return new Ruling(
                ordeal,
                shown.isEmpty() ? Outcome.HOLDS : Outcome.BREAKS,
                parts.entrySet().stream()
                        .flatMap(part -> part.getValue().findings.stream()
                                .map(one -> new Finding(one.damage(), one.count(), part.getKey() + ": " + one.what())))
                        .toList(),
                all.stream()
                        .map(Ruling::reason)
                        .filter(reason -> !reason.isEmpty())
                        .collect(Collectors.joining(" ")),
                answers,
                new Effects(
                        before,
                        before
                                + all.stream()
                                        .mapToLong(part -> part.effects.after - part.effects.before)
                                        .sum(),
                        all.stream().mapToLong(part -> part.effects.owed).sum()),
                shown.stream().flatMap(part -> part.exchanges.stream()).limit(4).toList(),
                shown.stream().flatMap(part -> part.timeline.stream()).toList(),
                shown.stream().map(Ruling::again).distinct().collect(Collectors.joining("\n")));
    }

    long sends() {
        return answers.values().stream().mapToLong(Long::longValue).sum();
    }

    /** What broke, by name. */
    List<String> damages() {
        return findings.stream()
                .map(Finding::damage)
                .distinct()
                .map(Damage::label)
                .toList();
    }
}
