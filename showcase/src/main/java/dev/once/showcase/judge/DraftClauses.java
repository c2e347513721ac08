package dev.once.showcase.judge;

import dev.once.faults.Hammer;
import dev.once.showcase.judge.Variation.Spelling;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** The Idempotency-Key header draft of the IETF, clause by clause: what it says, what was answered, and whether they agree. */
final class DraftClauses {

    private enum Agreement {
        FOLLOWS,
        DEVIATES,
        UNKNOWN
    }

    private final String otherBody;
    private final Subject subject;
    private final Sender sender;
    private final Consumer<String> out;
    private final Set<Agreement> found = EnumSet.noneOf(Agreement.class);

    DraftClauses(Settings settings, JudgeRun run, Consumer<String> out) {
        this.otherBody = settings.text("other-body", "");
        this.subject = run.subject();
        this.sender = run.sender();
        this.out = out;
        if (!subject.keyIsInHeader()) {
            throw new CannotJudge("The draft is about a header, and this key travels elsewhere.", "Leave out --draft.");
        }
    }

    int judge() {
        out.accept("draft-ietf-httpapi-idempotency-key-header, clause by clause\n");
        Exchange quoted = send(subject.freshKey(), Variation.spelled(Spelling.QUOTED));
        say(
                "2.1",
                "The value is a string in quotes (MUST)",
                quoted,
                subject.heard(quoted).isYes());
        Exchange bare = send(subject.freshKey(), Variation.spelled(Spelling.BARE));
        say("2.1", "A value without quotes is no such string, and is refused", bare, bare.status() == 400);
        say("2.3", "The expiry of keys is published (SHOULD)", Agreement.UNKNOWN, "nothing that a request can show");
        repeat();
        repeatMeanwhile();
        sendOtherPayload();
        Exchange missing = send(subject.freshKey(), Variation.spelled(Spelling.MISSING));
        say("2.7", "Where a key is required, none is answered with 400 (SHOULD)", missing, missing.status() == 400);
        readProblem("no key", missing);
        out.accept("\nA deviation can be meant. Those of Once's own API are named, with reasons, in docs/api.md.");
        return found.contains(Agreement.DEVIATES) ? 1 : 0;
    }

    private void repeat() {
        String key = subject.freshKey();
        Exchange first = send(key, Variation.NONE);
        Exchange again = send(key, Variation.NONE);
        boolean same = first.status() == again.status() && first.body().equals(again.body());
        say("2.6", "A repeat is answered with the result of the first (SHOULD)", again, same);
    }

    private void repeatMeanwhile() {
        String key = subject.freshKey();
        List<Exchange> answers =
                Hammer.of(25).strike(i -> send(key, Variation.NONE)).answersOfAll();
        Set<Integer> others = answers.stream()
                .filter(one -> !subject.heard(one).isYes())
                .map(Exchange::status)
                .collect(Collectors.toCollection(TreeSet::new));
        String says = "A repeat while the first runs is answered with 409 (MUST)";
        if (others.isEmpty()) {
            say(
                    "2.6",
                    says,
                    Agreement.UNKNOWN,
                    "25 at once were all answered with the result: they waited, or were too late");
        } else {
            say("2.6", says, agreement(others.equals(Set.of(409))), others.toString());
        }
    }

    private void sendOtherPayload() {
        String says = "The key with another payload is answered with 422 (SHOULD)";
        if (otherBody.isEmpty()) {
            say("2.7", says, Agreement.UNKNOWN, "no second body is given (other-body)");
            return;
        }
        String key = subject.freshKey();
        send(key, Variation.NONE);
        Exchange reused = send(key, Variation.with(otherBody, Map.of()));
        say("2.7", says, reused, reused.status() == 422);
        readProblem("another payload", reused);
    }

    private void readProblem(String what, Exchange answer) {
        if (answer.status() / 100 == 4) {
            String type = Subject.pointed(answer.body(), "/type");
            say(
                    "2.7",
                    "The error for " + what + " links to documentation (SHOULD)",
                    agreement(answer.header("content-type").contains("problem+json") && type.matches("(http|/).*")),
                    answer.header("content-type") + ", type " + type);
        }
    }

    private Exchange send(String key, Variation variation) {
        return sender.send(subject.call(key, variation));
    }

    private static Agreement agreement(boolean follows) {
        return follows ? Agreement.FOLLOWS : Agreement.DEVIATES;
    }

    private void say(String number, String says, Exchange answer, boolean follows) {
        say(number, says, agreement(follows), answer.words());
    }

    private void say(String number, String says, Agreement agreement, String answered) {
        found.add(agreement);
        String word = agreement.name().toLowerCase(Locale.ROOT);
        out.accept("  %-9s %-4s %-66s %s".formatted(word, number, says, answered));
    }
}
