package dev.once.faults.verdict;

import dev.once.faults.verdict.History.Story;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Decides. It believes the senders' notes and the effects that are there, and nothing that an application says about itself. */
public final class Checker {

    private final History history;
    private final Map<Intent, List<String>> effects;
    private final @Nullable Map<Intent, List<String>> outside;
    private final List<Finding> findings = new ArrayList<>();

    private Checker(History history, Map<Intent, List<String>> effects, @Nullable Map<Intent, List<String>> outside) {
        this.history = history;
        this.effects = effects;
        this.outside = outside;
    }

    /**
     * @param effects by intent: what every effect in the database is called in an answer, or "" where answers name nothing
     */
    public static Verdict verdict(History history, Map<Intent, List<String>> effects) {
        return new Checker(history, effects, null).verdict();
    }

    /**
     * @param outside the same for effects outside the database, such as mails: one for each intent
     */
    public static Verdict verdict(
            History history, Map<Intent, List<String>> effects, Map<Intent, List<String>> outside) {
        return new Checker(history, effects, outside).verdict();
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
        return new Verdict(
                history.all().size(),
                sends,
                acknowledged,
                count(effects),
                outside == null ? 0 : count(outside),
                findings);
    }

    private void check(Intent intent, Story story) {
        List<String> there = effects.getOrDefault(intent, List.of());
        int owed = story.isRefused() ? 0 : 1;
        if (there.size() > owed) {
            found(
                    Damage.DOUBLED,
                    there.size() - owed,
                    intent + " has " + there.size() + " effects after " + story.sends + " sends");
        }
        if (story.hasYes()) {
            if (there.isEmpty()) {
                lostOrLeaked(intent, story);
            }
        } else if (story.sends.get() > 0 && !story.isRefused()) {
            found(Damage.STUCK, story.sends.get(), intent + " never heard a yes in " + story.sends + " sends");
        }
        findWrongAnswers(intent, story, there);
        if (outside != null) {
            checkOutside(intent, story, outside.getOrDefault(intent, List.of()).size());
        }
    }

    private void checkOutside(Intent intent, Story story, int there) {
        if (there > 1) {
            found(Damage.DOUBLED, there - 1L, intent + " has " + there + " effects outside");
        }
        if (story.hasYes() && there == 0) {
            found(Damage.LOST, 1, intent + " heard a yes and has no effect outside");
        }
    }

    /** Whoever is shown another's answer to the same key has no effect of its own. */
    private void lostOrLeaked(Intent intent, Story story) {
        long leaked = answersOf(story, intent, other -> !other.scope().equals(intent.scope()));
        long mistaken = answersOf(story, intent, other -> other.scope().equals(intent.scope()));
        if (leaked > 0) {
            found(Damage.LEAKED, leaked, intent + " heard the answer of another scope");
        } else if (mistaken > 0) {
            found(Damage.WRONG_ANSWER, mistaken, intent + " heard the answer to another request");
        } else {
            found(Damage.LOST, 1, intent + " heard a yes and has no effect");
        }
    }

    private long answersOf(Story story, Intent intent, Predicate<Intent> which) {
        return history.all().stream()
                .filter(other -> !other.getKey().equals(intent)
                        && other.getKey().key().equals(intent.key())
                        && which.test(other.getKey())
                        && !effects.getOrDefault(other.getKey(), List.of()).isEmpty())
                .mapToLong(other -> story.countOf(other.getValue().values()))
                .sum();
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
                .filter(heard -> heard.kind() == Heard.Kind.NO && !story.mayBeRefused)
                .map(Heard::status)
                .distinct()
                .forEach(status -> found(
                        Damage.WRONG_ANSWER, 1, intent + " was refused with " + status + " although it was right"));
        story.heardByForgers.stream()
                .filter(Heard::isYes)
                .findFirst()
                .ifPresent(heard -> found(Damage.WRONG_ANSWER, 1, intent + ": a forgery was believed"));
    }

    private static long count(Map<Intent, List<String>> effects) {
        return effects.values().stream().mapToLong(List::size).sum();
    }

    private void found(Damage damage, long count, String what) {
        findings.add(new Finding(damage, count, what));
    }
}
