package dev.once.showcase.judge;

import dev.once.faults.verdict.Finding;
import dev.once.faults.verdict.Ordeal;
import dev.once.faults.verdict.Step;
import java.util.List;
import java.util.Map;

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
        int sends,
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
        return new Ruling(
                ordeal, outcome, List.of(), reason, 0, Map.of(), new Effects(0, 0, 0), List.of(), List.of(), "");
    }
}
