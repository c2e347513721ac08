package dev.once.showcase.judge;

import dev.once.faults.Hammer;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The Idempotency-Key header draft of the IETF, clause by clause: what it says, what was answered, and whether they agree. */
final class DraftClauses {

    private record Clause(String number, String says, String answered, Agreement agreement) {}

    private enum Agreement {
        FOLLOWS,
        DEVIATES,
        UNKNOWN
    }

    private final Settings settings;
    private final Subject subject;
    private final Sender sender;
    private final List<Clause> clauses = new ArrayList<>();

    DraftClauses(Settings settings, JudgeRun run) {
        this.settings = settings;
        this.subject = run.subject();
        this.sender = run.sender();
        if (!subject.keyIsInHeader()) {
            throw new CannotJudge("The draft is about a header, and this key travels elsewhere.", "Leave out --draft.");
        }
    }

    int judge(PrintStream out) {
        syntax();
        repeat();
        concurrent();
        otherPayload();
        missing();
        clauses.add(new Clause(
                "2.3",
                "The expiry of keys is published (SHOULD)",
                "nothing that a request can show",
                Agreement.UNKNOWN));
        out.println("draft-ietf-httpapi-idempotency-key-header, clause by clause\n");
        clauses.forEach(clause -> out.println("  %-9s %-4s %-66s %s"
                .formatted(
                        clause.agreement().name().toLowerCase(Locale.ROOT),
                        clause.number(),
                        clause.says(),
                        clause.answered())));
        out.println("\nA deviation can be meant. Those of Once's own API are named, with reasons, in docs/api.md.");
        return clauses.stream().anyMatch(clause -> clause.agreement() == Agreement.DEVIATES) ? 1 : 0;
    }

    private void syntax() {
        Exchange quoted = send(subject.freshKey(), Variation.spelled(Variation.Spelling.QUOTED));
        add(
                "2.1",
                "The value is a string in quotes (MUST)",
                quoted,
                subject.heard(quoted).isYes());
        Exchange bare = send(subject.freshKey(), Variation.spelled(Variation.Spelling.BARE));
        add("2.1", "A value without quotes is no such string, and is refused", bare, bare.status() == 400);
    }

    private void repeat() {
        String key = subject.freshKey();
        Exchange first = send(key, Variation.NONE);
        Exchange again = send(key, Variation.NONE);
        add(
                "2.6",
                "A repeat is answered with the result of the first (SHOULD)",
                again,
                first.status() == again.status() && first.body().equals(again.body()));
    }

    private void concurrent() {
        String key = subject.freshKey();
        List<Exchange> answers =
                Hammer.of(25).strike(i -> send(key, Variation.NONE)).answersOfAll();
        List<Exchange> others =
                answers.stream().filter(one -> !subject.heard(one).isYes()).toList();
        String says = "A repeat while the first runs is answered with 409 (SHOULD)";
        if (others.isEmpty()) {
            clauses.add(new Clause("2.6", says, "all 25 at once waited and heard a yes", Agreement.UNKNOWN));
        } else {
            Map<Integer, Long> statuses =
                    others.stream().collect(Collectors.groupingBy(Exchange::status, Collectors.counting()));
            clauses.add(new Clause(
                    "2.6",
                    says,
                    statuses.toString(),
                    statuses.keySet().equals(Set.of(409)) ? Agreement.FOLLOWS : Agreement.DEVIATES));
        }
    }

    private void otherPayload() {
        String other = settings.text("other-body", "");
        String says = "The key with another payload is answered with 422 (SHOULD)";
        if (other.isEmpty()) {
            clauses.add(new Clause("2.7", says, "no second body is given (other-body)", Agreement.UNKNOWN));
            return;
        }
        String key = subject.freshKey();
        send(key, Variation.NONE);
        Exchange reused = send(key, Variation.with(other, Map.of()));
        add("2.7", says, reused, reused.status() == 422);
        problem("another payload", reused);
    }

    private void missing() {
        Exchange missing = send(subject.freshKey(), Variation.spelled(Variation.Spelling.MISSING));
        add(
                "2.7",
                "Where a key is required, a request without one is answered with 400 (SHOULD)",
                missing,
                missing.status() == 400);
        problem("no key", missing);
    }

    private void problem(String what, Exchange answer) {
        if (answer.status() / 100 == 4) {
            boolean described = answer.header("content-type").contains("problem+json");
            String type = described ? Subject.pointed(answer.body(), "/type") : "";
            clauses.add(new Clause(
                    "2.7",
                    "The error for " + what + " links to documentation (SHOULD)",
                    described ? "problem+json, type " + type : answer.header("content-type"),
                    type.startsWith("http") || type.startsWith("/") ? Agreement.FOLLOWS : Agreement.DEVIATES));
        }
    }

    private Exchange send(String key, Variation variation) {
        return sender.send(subject.call(key, variation));
    }

    private void add(String number, String says, Exchange answer, boolean follows) {
        clauses.add(new Clause(number, says, answer.words(), follows ? Agreement.FOLLOWS : Agreement.DEVIATES));
    }
}
