package dev.once.showcase.judge;

import dev.once.faults.Hammer;
import dev.once.faults.verdict.Damage;
import dev.once.showcase.judge.Ruling.Charge;
import dev.once.showcase.judge.Settings.Change;
import dev.once.showcase.judge.Settings.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** The Idempotency-Key header draft of the IETF: a clause breaks where an answer is not the one that it asks for. */
final class DraftClauses {

    private final JudgeRun run;
    private final Request request;
    private final List<JudgeRun.Play> plays = new ArrayList<>();

    DraftClauses(JudgeRun run) {
        this.run = run;
        this.request = run.request();
        if (!request.hasKeyInHeader()) {
            throw new CannotJudge("The draft is about a header, and this key travels elsewhere.", "Leave out --draft.");
        }
        add("2.1-quoted", "The value is a string in quotes (MUST)", this::sendQuoted);
        add("2.1-bare", "A value without quotes is no such string, and is refused", this::sendBare);
        add("2.6-repeated", "A repeat is answered with the result of the first (SHOULD)", this::repeat);
        add("2.6-meanwhile", "A repeat while the first runs is answered with 409 (MUST)", this::repeatMeanwhile);
        add("2.7-another-payload", "The key with another payload is answered with 422 (SHOULD)", trial -> {
            expectStatus(trial, sendOtherPayload(trial), 422);
        });
        add("2.7-another-payload-link", "The error for another payload links to documentation (SHOULD)", trial -> {
            expectLink(trial, sendOtherPayload(trial));
        });
        add("2.7-no-key", "Where a key is required, none is answered with 400 (SHOULD)", trial -> {
            expectStatus(trial, send(trial, request.withoutKey()), 400);
        });
        add("2.7-no-key-link", "The error for no key links to documentation (SHOULD)", trial -> {
            expectLink(trial, send(trial, request.withoutKey()));
        });
    }

    List<JudgeRun.Play> plays() {
        return plays;
    }

    private void add(String name, String says, Consumer<HttpTrial> script) {
        String number = name.substring(0, 3);
        var charge = new Charge(
                "draft-" + name,
                number + " " + says,
                "draft-ietf-httpapi-idempotency-key-header, section " + number,
                "A deviation can be meant. Those of Once's own API are named, with reasons, in docs/api.md.",
                "docs/api.md#the-idempotency-key-draft-clause-by-clause");
        plays.add(new JudgeRun.Play(charge, trial -> {
            script.accept(trial);
            trial.effectsAreOfNoKey();
        }));
    }

    private void sendQuoted(HttpTrial trial) {
        Exchange answer = send(trial, request.spelled("\"{key}\""));
        expect(trial, run.subject().heard(answer).isYes(), answer.words());
    }

    private void sendBare(HttpTrial trial) {
        expectStatus(trial, send(trial, request.spelled(Settings.KEY)), 400);
    }

    private void repeat(HttpTrial trial) {
        String key = run.subject().freshKey();
        Exchange first = trial.exchange(key, request, 0);
        Exchange again = trial.exchange(key, request, 0);
        expect(trial, first.status() == again.status() && first.body().equals(again.body()), again.words());
    }

    private void repeatMeanwhile(HttpTrial trial) {
        String key = run.subject().freshKey();
        var answers = Hammer.of(25).strike(i -> trial.exchange(key, request, i)).answersOfAll();
        Set<Integer> others = answers.stream()
                .filter(one -> !run.subject().heard(one).isYes())
                .map(Exchange::status)
                .collect(Collectors.toCollection(TreeSet::new));
        CannotJudge.unless(
                !others.isEmpty(), "25 at once were all answered with the result: they waited, or were too late.");
        expect(trial, others.equals(Set.of(409)), others.toString());
    }

    private Exchange sendOtherPayload(HttpTrial trial) {
        String other = run.settings().otherBody();
        CannotJudge.unless(!other.isEmpty(), "No second body is given (other-body).");
        String key = run.subject().freshKey();
        trial.exchange(key, request, 0);
        return trial.exchange(key, run.request(new Change(Map.of(), other)), 0);
    }

    private Exchange send(HttpTrial trial, Request request) {
        return trial.exchange(run.subject().freshKey(), request, 0);
    }

    private static void expectStatus(HttpTrial trial, Exchange answer, int status) {
        expect(trial, answer.status() == status, answer.words());
    }

    private static void expectLink(HttpTrial trial, Exchange answer) {
        CannotJudge.unless(answer.status() / 100 == 4, "There was no error, but " + answer.words());
        String type = Subject.pointed(answer.body(), "/type");
        String kind = answer.header("content-type");
        expect(trial, kind.contains("problem+json") && type.matches("(http|/).*"), kind + ", type " + type);
    }

    private static void expect(HttpTrial trial, boolean isSo, String answered) {
        if (!isSo) {
            trial.found(Damage.WRONG_ANSWER, "it was answered with " + answered);
        }
    }
}
