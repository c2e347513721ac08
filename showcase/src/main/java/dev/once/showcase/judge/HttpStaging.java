package dev.once.showcase.judge;

import static dev.once.faults.verdict.Ordeal.ALL_AT_ONCE;
import static dev.once.faults.verdict.Ordeal.ANOTHER_BODY;
import static dev.once.faults.verdict.Ordeal.ANOTHER_KEY_MEANWHILE;
import static dev.once.faults.verdict.Ordeal.A_HUNDRED_AT_ONCE;
import static dev.once.faults.verdict.Ordeal.FAILS_WHILE_ANOTHER_ARRIVES;
import static dev.once.faults.verdict.Ordeal.FIRST_ANSWER_IS_LOST;
import static dev.once.faults.verdict.Ordeal.FIRST_ATTEMPT_FAILS;
import static dev.once.faults.verdict.Ordeal.FORGED_FIRST;
import static dev.once.faults.verdict.Ordeal.KILLED;
import static dev.once.faults.verdict.Ordeal.ODD_KEYS;
import static dev.once.faults.verdict.Ordeal.REPEATED;
import static dev.once.faults.verdict.Ordeal.REQUEST_IS_CUT;
import static dev.once.faults.verdict.Ordeal.STORM;
import static dev.once.faults.verdict.Ordeal.TWO_TENANTS;

import dev.once.faults.verdict.Damage;
import dev.once.faults.verdict.Heard;
import dev.once.faults.verdict.Intent;
import dev.once.faults.verdict.Ordeal;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Stream;

/** How the judge makes an ordeal happen from outside: it has nothing but requests, a bad network and a command. */
final class HttpStaging {

    /** In the order in which they are tried. What needs hands inside the service is for the labs. */
    static final List<Ordeal> ORDEALS = List.of(
            REPEATED,
            ALL_AT_ONCE,
            A_HUNDRED_AT_ONCE,
            ANOTHER_KEY_MEANWHILE,
            FIRST_ANSWER_IS_LOST,
            REQUEST_IS_CUT,
            ANOTHER_BODY,
            TWO_TENANTS,
            FORGED_FIRST,
            ODD_KEYS,
            FIRST_ATTEMPT_FAILS,
            FAILS_WHILE_ANOTHER_ARRIVES,
            STORM,
            KILLED);

    /** How often it is tried to meet a request in its middle. */
    private static final int MEETINGS = 5;

    private final Settings settings;
    private final Subject subject;
    private final Sender sender;
    private final Function<Ordeal, HttpTrial> trials;
    private final SplittableRandom random;

    HttpStaging(Settings settings, Subject subject, Sender sender, Function<Ordeal, HttpTrial> trials, long seed) {
        this.settings = settings;
        this.subject = subject;
        this.sender = sender;
        this.trials = trials;
        this.random = new SplittableRandom(seed);
    }

    Ruling play(Ordeal ordeal) {
        if (ordeal == ODD_KEYS) {
            return new OddKeys(settings, subject, () -> trials.apply(ODD_KEYS), random).play();
        }
        HttpTrial trial = trials.apply(ordeal);
        switch (ordeal) {
            case REPEATED -> repeated(trial);
            case ALL_AT_ONCE -> atOnce(trial, 25, 3);
            case A_HUNDRED_AT_ONCE -> atOnce(trial, 100, 1);
            case ANOTHER_KEY_MEANWHILE -> anotherKeyMeanwhile(trial);
            case FIRST_ANSWER_IS_LOST -> answerIsLost(trial);
            case REQUEST_IS_CUT -> requestIsCut(trial);
            case ANOTHER_BODY -> anotherBody(trial);
            case TWO_TENANTS -> twoTenants(trial);
            case FORGED_FIRST -> forgedFirst(trial);
            case FIRST_ATTEMPT_FAILS -> firstAttemptFails(trial);
            case FAILS_WHILE_ANOTHER_ARRIVES -> failsWhileAnotherArrives(trial);
            case STORM -> storm(trial);
            case KILLED -> new Restart(settings, subject, sender, random).play(trial);
            default -> throw new CannotJudge("It needs hands inside the service.");
        }
        return trial.ruling();
    }

    private static void repeated(HttpTrial trial) {
        Intent intent = trial.attempt();
        trial.sendUntilYes(intent, Variation.NONE);
        for (int i = 0; i < 4; i++) {
            trial.send(intent, Variation.NONE);
        }
    }

    /** More than one round, each with a key of its own: the first may find a service that is still waking up. */
    private static void atOnce(HttpTrial trial, int times, int rounds) {
        for (int round = 0; round < rounds; round++) {
            Intent intent = trial.attempt();
            trial.sendAtOnce(times, i -> intent);
            trial.sendUntilYes(intent, Variation.NONE);
        }
    }

    private static void anotherKeyMeanwhile(HttpTrial trial) {
        List<Intent> all = Stream.generate(trial::attempt).limit(6).toList();
        trial.sendAtOnce(all.size(), all::get);
        trial.sendUntilAllHeardYes(all);
    }

    private void answerIsLost(HttpTrial trial) {
        requirePlainHttp();
        Intent intent = trial.attempt();
        trial.sendAndLoseTheAnswer(intent);
        trial.sendUntilYes(intent, Variation.NONE);
    }

    private void requestIsCut(HttpTrial trial) {
        requirePlainHttp();
        List<Intent> all = Stream.generate(trial::attempt).limit(5).toList();
        all.forEach(trial::sendHalf);
        // Long enough for a service that begins with half a request to have begun.
        HttpTrial.pause(300);
        all.forEach(intent -> trial.sendUntilYes(intent, Variation.NONE));
    }

    private void anotherBody(HttpTrial trial) {
        String other = settings.text("other-body", "");
        if (other.isEmpty()) {
            throw new CannotJudge("No second body is given (other-body).");
        }
        Intent intent = trial.attempt();
        trial.sendUntilYes(intent, Variation.NONE);
        Heard heard = trial.sendUnnoted(intent.key(), Variation.with(other, Map.of()), 1);
        if (heard.isYes() && trial.settled() <= 1) {
            trial.found(Damage.WRONG_ANSWER, "the second body heard a yes, and nothing was done for it");
        }
    }

    private void twoTenants(HttpTrial trial) {
        if (settings.under("other-tenant.headers").isEmpty()
                && settings.text("form.other-user", "").isEmpty()) {
            throw new CannotJudge("No second tenant is given (other-tenant).");
        }
        trial.wholeAnswersCount();
        Intent one = trial.attempt();
        trial.sendUntilYes(one, Variation.NONE);
        trial.sendUntilYes(trial.attempt("second", one.key()), Variation.OTHER_TENANT);
    }

    private void forgedFirst(HttpTrial trial) {
        if (!subject.isSigned()) {
            throw new CannotJudge("Requests are not signed (sign).");
        }
        Intent intent = trial.attempt();
        trial.sendForged(intent);
        trial.sendUntilYes(intent, Variation.NONE);
    }

    private Variation failing() {
        if (settings.text("failing.body", "").isEmpty()
                && settings.under("failing.headers").isEmpty()) {
            throw new CannotJudge("No request is given that fails (failing).");
        }
        return Variation.with(settings.text("failing.body", ""), settings.under("failing.headers"));
    }

    private void firstAttemptFails(HttpTrial trial) {
        Variation failing = failing();
        trial.errorsAreExpected();
        Intent intent = trial.attempt();
        Heard failed = trial.sendUnnoted(intent.key(), failing, 0);
        if (failed.isYes()) {
            // A yes is a yes: the sender goes away, and the effect must be there.
            trial.heard(intent, failed);
            if (trial.settled() > 0) {
                throw new CannotJudge("The request that should fail took effect.");
            }
            return;
        }
        repeatFailed(trial, intent, failed);
    }

    /** The repeat is sent in the middle of the first, and a sender that hears a yes does not come back. */
    private void failsWhileAnotherArrives(HttpTrial trial) {
        Variation failing = failing();
        trial.errorsAreExpected();
        long began = System.nanoTime();
        if (trial.sendUnnoted(subject.freshKey(), failing, 1).isYes()) {
            throw new CannotJudge("The request that should fail heard a yes.");
        }
        long half = (System.nanoTime() - began) / 2_000_000;
        for (int round = 0; round < MEETINGS; round++) {
            Intent intent = trial.attempt();
            CompletableFuture<Heard> first = CompletableFuture.supplyAsync(
                    () -> trial.sendUnnoted(intent.key(), failing, 1),
                    work -> new Thread(work, "judge-failing").start());
            HttpTrial.pause(half);
            if (first.isDone()) {
                continue;
            }
            Heard meanwhile = trial.sendUnnoted(intent.key(), Variation.NONE, 0);
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
        Heard last = trial.sendUnnoted(intent.key(), Variation.NONE, 0);
        if (last.kind() == Heard.Kind.NO || last.status() == failed.status() && last.status() != 409 && !last.isYes()) {
            trial.note("The failure is remembered: its repeat hears %d.".formatted(last.status()));
            return;
        }
        if (last.isYes()) {
            trial.heard(intent, last);
        }
        trial.sendUntilYes(intent, Variation.NONE);
    }

    private static void storm(HttpTrial trial) {
        Intent hot = trial.attempt();
        List<Intent> others = Stream.generate(trial::attempt).limit(20).toList();
        trial.sendAtOnce(120, i -> i % 6 == 5 ? others.get(i / 6) : hot);
        trial.sendUntilAllHeardYes(List.of(hot));
        trial.sendUntilAllHeardYes(others);
    }

    private void requirePlainHttp() {
        if (!"http".equals(subject.url().getScheme())) {
            throw new CannotJudge("Only plain HTTP can be cut by a proxy; this is "
                    + subject.url().getScheme() + ".");
        }
    }
}
