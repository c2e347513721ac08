package dev.once.chaos.history;

import java.util.ArrayList;
import java.util.List;

/**
 * What history and database say together.
 *
 * @param attempts intents that were sent at least once
 * @param sends how often they were sent in all
 * @param acknowledged intents that heard a yes
 * @param doubled intents with more than one effect
 * @param lost intents that heard a yes and have no effect
 * @param wrongAnswers answers that do not fit each other, the database, or the sender
 * @param unanswered intents that never heard a yes, however often they were sent
 * @param invented effects that nobody asked for
 */
public record Verdict(
        int attempts,
        int sends,
        int acknowledged,
        List<String> doubled,
        List<String> lost,
        List<String> wrongAnswers,
        List<String> unanswered,
        List<String> invented) {

    public boolean isClean() {
        return damages().isEmpty();
    }

    /** Every damage as a sentence. */
    public List<String> damages() {
        List<String> all = new ArrayList<>();
        doubled.forEach(what -> all.add("doubled: " + what));
        lost.forEach(what -> all.add("lost: " + what));
        wrongAnswers.forEach(what -> all.add("wrong answer: " + what));
        unanswered.forEach(what -> all.add("never answered: " + what));
        invented.forEach(what -> all.add("invented: " + what));
        return all;
    }

    @Override
    public String toString() {
        return "%,d attempts, %,d sends, %,d acknowledged; %d doubled, %d lost, %d wrong answers, %d never answered, %d invented"
                .formatted(
                        attempts,
                        sends,
                        acknowledged,
                        doubled.size(),
                        lost.size(),
                        wrongAnswers.size(),
                        unanswered.size(),
                        invented.size());
    }
}
