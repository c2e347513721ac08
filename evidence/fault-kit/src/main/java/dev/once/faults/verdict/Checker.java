package dev.once.faults.verdict;

import dev.once.faults.verdict.History.Story;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Decides. It believes the senders' notes and the effects that are there, and nothing that an application says about itself. */
public final class Checker {

    private final History history;
    private final Map<Intent, List<String>> effects;
    private final List<Finding> findings = new ArrayList<>();

    private Checker(History history, Map<Intent, List<String>> effects) {
        this.history = history;
        this.effects = effects;
    }

    /**
     * @param effects by intent: what every effect in the database is called in an answer, or "" where answers name nothing
     */
    public static Verdict verdict(History history, Map<Intent, List<String>> effects) {
        return new Checker(history, effects).verdict();
    }

    private Verdict verdict() {
        int sends = 0;
        int acknowledged = 0;
        for (var entry : history.all()) {
            check(entry.getKey(), entry.getValue());
            sends += entry.getValue().sends.get();
            acknowledged += entry.getValue().hasYes() ? 1 : 0;
        }
        effects.keySet().stream()
                .filter(intent -> !history.knows(intent))
                .forEach(intent -> found(Damage.DOUBLED, 1, intent + " has an effect that nobody asked for"));
        long there = effects.values().stream().mapToLong(List::size).sum();
        return new Verdict(history.all().size(), sends, acknowledged, there, findings);
    }

    private void check(Intent intent, Story story) {
        List<String> there = effects.getOrDefault(intent, List.of());
        if (there.size() > 1) {
            found(
                    Damage.DOUBLED,
                    there.size() - 1L,
                    intent + " has " + there.size() + " effects after " + story.sends + " sends");
        }
        if (story.hasYes()) {
            if (there.isEmpty()) {
                lostOrLeaked(intent, story);
            }
        } else if (story.sends.get() > 0) {
            found(Damage.STUCK, story.sends.get(), intent + " never heard a yes in " + story.sends + " sends");
        }
        findWrongAnswers(intent, story, there);
    }

    /** Whoever is shown another's answer to the same key has no effect of its own. */
    private void lostOrLeaked(Intent intent, Story story) {
        long leaked = history.all().stream()
                .filter(other -> other.getKey().key().equals(intent.key())
                        && !other.getKey().scope().equals(intent.scope())
                        && !effects.getOrDefault(other.getKey(), List.of()).isEmpty())
                .mapToLong(other -> story.countOf(other.getValue().values()))
                .sum();
        if (leaked > 0) {
            found(Damage.LEAKED, leaked, intent + " heard the answer of another scope");
        } else {
            found(Damage.LOST, 1, intent + " heard a yes and has no effect");
        }
    }

    private void findWrongAnswers(Intent intent, Story story, List<String> there) {
        Set<String> values = story.values();
        if (values.size() > 1) {
            found(Damage.WRONG_ANSWER, values.size() - 1L, intent + " heard different answers: " + values);
        }
        Set<String> named = there.stream().filter(name -> !name.isEmpty()).collect(Collectors.toSet());
        if (!named.isEmpty() && values.stream().anyMatch(value -> !named.contains(value))) {
            found(Damage.WRONG_ANSWER, 1, intent + " heard " + values + ", but the database has " + named);
        }
        story.heard.stream()
                .filter(heard -> heard.kind() == Heard.Kind.NO)
                .map(Heard::status)
                .distinct()
                .forEach(status -> found(
                        Damage.WRONG_ANSWER, 1, intent + " was refused with " + status + " although it was right"));
        story.heardByForgers.stream()
                .filter(Heard::isYes)
                .findFirst()
                .ifPresent(heard -> found(Damage.WRONG_ANSWER, 1, intent + ": a forgery was believed"));
    }

    private void found(Damage damage, long count, String what) {
        findings.add(new Finding(damage, count, what));
    }
}
