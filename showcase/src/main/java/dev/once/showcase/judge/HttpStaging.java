package dev.once.showcase.judge;

import dev.once.faults.verdict.Damage;
import dev.once.faults.verdict.Heard;
import dev.once.faults.verdict.Intent;
import dev.once.faults.verdict.Ordeal;
import dev.once.showcase.judge.Settings.Change;
import dev.once.showcase.judge.Settings.Request;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** How the judge makes an ordeal happen from outside: it has nothing but requests, a bad network and a command. */
final class HttpStaging {

    /** In the order in which they are tried. What needs hands inside the service is for the labs. */
    static final Map<Ordeal, Consumer<HttpTrial>> ORDEALS = new LinkedHashMap<>();

    static {
        ORDEALS.put(Ordeal.REPEATED, HttpStaging::repeated);
        ORDEALS.put(Ordeal.ALL_AT_ONCE, trial -> atOnce(trial, 25, 3));
        ORDEALS.put(Ordeal.A_HUNDRED_AT_ONCE, trial -> atOnce(trial, 100, 1));
        ORDEALS.put(Ordeal.ANOTHER_KEY_MEANWHILE, HttpStaging::anotherKeyMeanwhile);
        ORDEALS.put(Ordeal.FIRST_ANSWER_IS_LOST, HttpStaging::answerIsLost);
        ORDEALS.put(Ordeal.REQUEST_IS_CUT, HttpStaging::requestIsCut);
        ORDEALS.put(Ordeal.ANOTHER_BODY, HttpStaging::anotherBody);
        ORDEALS.put(Ordeal.TWO_TENANTS, HttpStaging::twoTenants);
        ORDEALS.put(Ordeal.FORGED_FIRST, HttpStaging::forgedFirst);
        ORDEALS.put(Ordeal.ODD_KEYS, trial -> new OddKeys(trial).play());
        ORDEALS.put(Ordeal.FIRST_ATTEMPT_FAILS, HttpStaging::firstAttemptFails);
        ORDEALS.put(Ordeal.FAILS_WHILE_ANOTHER_ARRIVES, HttpStaging::failsWhileAnotherArrives);
        ORDEALS.put(Ordeal.STORM, HttpStaging::storm);
        ORDEALS.put(Ordeal.KILLED, trial -> new Restart(trial).play());
    }

    /** How often it is tried to meet a request in its middle. */
    private static final int MEETINGS = 5;

    private HttpStaging() {}

    static JudgeRun.Play play(Ordeal ordeal) {
        return new JudgeRun.Play(Ruling.Charge.of(ordeal), Objects.requireNonNull(ORDEALS.get(ordeal)));
    }

    static Ordeal named(String slug) {
        List<String> slugs = ORDEALS.keySet().stream().map(Ordeal::slug).toList();
        CannotJudge.unless(slugs.contains(slug), "There is no ordeal '%s'.".formatted(slug), "There are: " + slugs);
        return List.copyOf(ORDEALS.keySet()).get(slugs.indexOf(slug));
    }

    private static void repeated(HttpTrial trial) {
        Intent intent = trial.attempt();
        trial.sendUntilYes(intent);
        for (int i = 0; i < 4; i++) {
            trial.send(intent);
        }
    }

    /** More than one round, each with a key of its own: the first may find a service that is still waking up. */
    private static void atOnce(HttpTrial trial, int times, int rounds) {
        for (int round = 0; round < rounds; round++) {
            Intent intent = trial.attempt();
            trial.sendAtOnce(times, i -> intent);
            trial.sendUntilYes(intent);
        }
    }

    private static void anotherKeyMeanwhile(HttpTrial trial) {
        List<Intent> all = Stream.generate(trial::attempt).limit(6).toList();
        trial.sendAtOnce(all.size(), all::get);
        trial.sendUntilAllHeardYes(all);
    }

    private static void answerIsLost(HttpTrial trial) {
        boolean isPlain = "http".equals(trial.run().subject().url().getScheme());
        CannotJudge.unless(isPlain, "Only plain HTTP can be cut by a proxy.");
        trial.errorsAreExpected();
        Intent intent = trial.attempt();
        trial.sendAndLoseTheAnswer(intent);
        trial.sendUntilYes(intent);
    }

    private static void requestIsCut(HttpTrial trial) {
        trial.errorsAreExpected();
        List<Intent> all = Stream.generate(trial::attempt).limit(5).toList();
        all.forEach(trial::sendHalf);
        // Long enough for a service that begins with half a request to have begun.
        HttpTrial.pause(300);
        all.forEach(trial::sendUntilYes);
    }

    private static void anotherBody(HttpTrial trial) {
        String other = trial.run().settings().otherBody();
        CannotJudge.unless(!other.isEmpty(), "No second body is given (other-body).");
        Intent intent = trial.attempt();
        trial.sendUntilYes(intent);
        Heard heard = trial.sendUnnoted(intent.key(), trial.run().request(new Change(Map.of(), other)), 1);
        if (heard.isYes() && HttpTrial.sizeOf(trial.settled()) <= 1) {
            trial.found(Damage.WRONG_ANSWER, "the second body heard a yes, and nothing was done for it");
        }
    }

    private static void twoTenants(HttpTrial trial) {
        Change tenant = trial.run().settings().otherTenant();
        CannotJudge.unless(tenant.isGiven(), "No second tenant is given (other-tenant).");
        trial.wholeAnswersCount();
        Intent one = trial.attempt();
        trial.sendUntilYes(one);
        trial.sendUntilYes(trial.attempt("second", one.key()), trial.run().request(tenant));
    }

    private static void forgedFirst(HttpTrial trial) {
        Subject subject = trial.run().subject();
        CannotJudge.unless(subject.isSigned(), "Requests are not signed (sign).");
        String header = trial.run().settings().sign().header();
        Intent intent = trial.attempt();
        trial.sendForged(
                intent, trial.run().request(new Change(Map.of(header, subject.signature("something else")), "")));
        trial.sendUntilYes(intent);
    }

    private static Request failing(HttpTrial trial) {
        Change failing = trial.run().settings().failing();
        CannotJudge.unless(failing.isGiven(), "No request is given that fails (failing).");
        trial.errorsAreExpected();
        return trial.run().request(failing);
    }

    private static void firstAttemptFails(HttpTrial trial) {
        Intent intent = trial.attempt();
        Heard failed = trial.sendUnnoted(intent.key(), failing(trial), 0);
        if (!failed.isYes()) {
            repeatFailed(trial, intent, failed);
            return;
        }
        // A yes is a yes: the sender goes away, and the effect must be there.
        trial.heard(intent, failed);
        CannotJudge.unless(trial.settled().isEmpty(), "The request that should fail took effect.");
    }

    /** The repeat is sent in the middle of the first, and a sender that hears a yes does not come back. */
    private static void failsWhileAnotherArrives(HttpTrial trial) {
        Request failing = failing(trial);
        long began = System.nanoTime();
        Heard alone = trial.sendUnnoted(trial.attempt().key(), failing, 1);
        CannotJudge.unless(!alone.isYes(), "The request that should fail heard a yes.");
        long half = (System.nanoTime() - began) / 2_000_000;
        for (int round = 0; round < MEETINGS; round++) {
            Intent intent = trial.attempt();
            var first = CompletableFuture.supplyAsync(
                    () -> trial.sendUnnoted(intent.key(), failing, 1), HttpStaging::inThread);
            HttpTrial.pause(half);
            if (first.isDone()) {
                continue;
            }
            Heard meanwhile = trial.sendUnnoted(intent.key(), trial.run().request(), 0);
            Heard failed = first.join();
            if (meanwhile.isYes()) {
                trial.heard(intent, meanwhile);
            }
            if (!failed.isYes()) {
                if (!meanwhile.isYes()) {
                    repeatFailed(trial, intent, failed);
                }
                return;
            }
            // Its repeat has overtaken it.
            trial.heard(intent, failed);
        }
        throw new CannotJudge("The request that fails ends too soon for a repeat to come in between.");
    }

    /** A failure may be forgotten or remembered; what it may not do is to keep the key for ever. */
    private static void repeatFailed(HttpTrial trial, Intent intent, Heard failed) {
        Heard last = trial.sendUnnoted(intent.key(), trial.run().request(), 0);
        if (last.kind() == Heard.Kind.NO || last.status() == failed.status() && last.status() != 409 && !last.isYes()) {
            trial.note("The failure is remembered: its repeat hears %d.".formatted(last.status()));
            return;
        }
        if (last.isYes()) {
            trial.heard(intent, last);
        }
        trial.sendUntilYes(intent);
    }

    private static void storm(HttpTrial trial) {
        Intent hot = trial.attempt();
        List<Intent> others = Stream.generate(trial::attempt).limit(20).toList();
        trial.sendAtOnce(120, i -> i % 6 == 5 ? others.get(i / 6) : hot);
        trial.sendUntilAllHeardYes(List.of(hot));
        trial.sendUntilAllHeardYes(others);
    }

    static void inThread(Runnable work) {
        new Thread(work, "judge-beside").start();
    }
}
