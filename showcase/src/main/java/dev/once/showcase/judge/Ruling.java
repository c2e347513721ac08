package dev.once.showcase.judge;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.once.faults.verdict.Damage;
import dev.once.faults.verdict.Finding;
import dev.once.faults.verdict.Ordeal;
import dev.once.faults.verdict.Step;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What came of one ordeal or of one clause of the draft, with the proof.
 *
 * @param reason why it is unknown, or what else is worth knowing
 * @param answers how often each status was heard; "no answer" where there was none
 * @param effects where they were counted
 * @param exchanges the first few of those that show a break, as they were
 * @param again commands that repeat the break
 */
record Ruling(
        @JsonUnwrapped Charge charge,
        Outcome outcome,
        List<Finding> findings,
        String reason,
        Map<String, Long> answers,
        @Nullable Effects effects,
        List<Exchange> exchanges,
        List<Step> timeline,
        String again) {

    /** What is tried, in one sentence, and what a break of it usually means. */
    record Charge(@JsonProperty("ordeal") String name, String title, String story, String usually, String lesson) {

        static Charge of(Ordeal ordeal) {
            return new Charge(
                    ordeal.slug(), ordeal.title(), ordeal.story(), ordeal.meaning() + ".", "docs/" + ordeal.lesson());
        }
    }

    enum Outcome {
        HOLDS,
        BREAKS,
        UNKNOWN,
        /** The file says that it does not apply, and why. */
        SKIPPED;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** How many effects there were and how many are owed: one for every attempt that heard a yes. */
    record Effects(long before, long after, long owed) {

        long added() {
            return after - before;
        }
    }

    static Ruling without(Charge charge, Outcome outcome, String reason) {
        return new Ruling(charge, outcome, List.of(), reason, Map.of(), null, List.of(), List.of(), "");
    }

    @JsonProperty
    long sends() {
        return answers.values().stream().mapToLong(Long::longValue).sum();
    }

    /** What broke, by name. */
    @JsonProperty
    List<String> damages() {
        return findings.stream()
                .map(Finding::damage)
                .distinct()
                .map(Damage::label)
                .toList();
    }
}
