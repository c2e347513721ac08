package dev.once.faults.verdict;

import java.util.List;

/**
 * What history and effects say together.
 *
 * @param attempts intents that were sent at least once
 * @param sends how often they were sent in all
 * @param acknowledged intents that heard a yes
 * @param effects effects that are there
 * @param outside effects outside the database that are there, where these are counted
 */
public record Verdict(int attempts, int sends, int acknowledged, long effects, long outside, List<Finding> findings) {

    public Verdict {
        findings = List.copyOf(findings);
    }

    public boolean isClean() {
        return findings.isEmpty();
    }

    public List<Finding> findings(Damage damage) {
        return findings.stream().filter(finding -> finding.damage() == damage).toList();
    }

    public boolean has(Damage damage) {
        return !findings(damage).isEmpty();
    }

    /** The number that shows this damage: compare it with the right one's. */
    public long shown(Damage damage) {
        return damage == Damage.DOUBLED || damage == Damage.LOST
                ? effects
                : findings(damage).stream().mapToLong(Finding::count).sum();
    }

    @Override
    public String toString() {
        return "%,d attempts, %,d sends, %,d acknowledged; %d doubled, %d lost, %d wrong answers, %d never answered"
                .formatted(
                        attempts,
                        sends,
                        acknowledged,
                        findings(Damage.DOUBLED).size(),
                        findings(Damage.LOST).size(),
                        findings(Damage.WRONG_ANSWER).size(),
                        findings(Damage.STUCK).size());
    }
}
