package dev.once.chaos.history;

import dev.once.chaos.history.History.Story;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Decides. It believes the senders' notes and the business's tables, and nothing that an application says about itself. */
public final class Checker {

    private Checker() {}

    /**
     * @param effects by intent: what every effect in the database is called in an answer, or "" where answers name nothing
     */
    public static Verdict verdict(History history, Map<Intent, List<String>> effects) {
        int sends = 0;
        int acknowledged = 0;
        List<String> doubled = new ArrayList<>();
        List<String> lost = new ArrayList<>();
        List<String> wrong = new ArrayList<>();
        List<String> unanswered = new ArrayList<>();
        for (var entry : history.all()) {
            Intent intent = entry.getKey();
            Story story = entry.getValue();
            List<String> found = effects.getOrDefault(intent, List.of());
            sends += story.sends.get();
            if (found.size() > 1) {
                doubled.add(intent + " has " + found.size() + " effects after " + story.sends + " sends");
            }
            if (story.hasYes()) {
                acknowledged++;
                if (found.isEmpty()) {
                    lost.add(intent + " heard a yes and has no effect");
                }
            } else if (story.sends.get() > 0) {
                unanswered.add(intent + " after " + story.sends + " sends");
            }
            wrong.addAll(wrongAnswers(intent, story, found));
        }
        Set<Intent> asked = history.all().stream().map(Map.Entry::getKey).collect(Collectors.toSet());
        List<String> invented = effects.keySet().stream()
                .filter(intent -> !asked.contains(intent))
                .map(Intent::toString)
                .toList();
        return new Verdict(history.all().size(), sends, acknowledged, doubled, lost, wrong, unanswered, invented);
    }

    private static List<String> wrongAnswers(Intent intent, Story story, List<String> effects) {
        List<String> wrong = new ArrayList<>();
        Set<String> values =
                story.heard.stream().filter(Heard::isYes).map(Heard::value).collect(Collectors.toSet());
        if (values.size() > 1) {
            wrong.add(intent + " heard different answers: " + values);
        }
        Set<String> named = effects.stream().filter(name -> !name.isEmpty()).collect(Collectors.toSet());
        if (!named.isEmpty() && values.stream().anyMatch(value -> !named.contains(value))) {
            wrong.add(intent + " heard " + values + ", but the database has " + named);
        }
        story.heard.stream()
                .filter(heard -> heard.kind() == Heard.Kind.NO)
                .map(Heard::status)
                .distinct()
                .forEach(status -> wrong.add(intent + " was refused with " + status + " although it was right"));
        story.heardByForgers.stream()
                .filter(Heard::isYes)
                .findFirst()
                .ifPresent(heard -> wrong.add(intent + ": a forgery was believed"));
        return wrong;
    }
}
