package dev.once.showcase.judge;

import dev.once.faults.verdict.Intent;
import dev.once.faults.verdict.Ordeal;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** One run: makes sure that there is something to judge, then tries one ordeal after the other. */
final class JudgeRun {

    private final Settings settings;
    private final Subject subject;
    private final Sender sender;
    private final EffectCount effects;
    private final HttpStaging staging;

    JudgeRun(Settings settings, long seed, boolean remote) {
        this.settings = settings;
        requireThisMachine(settings.url(), remote);
        this.subject = new Subject(settings);
        this.sender = new Sender(settings);
        this.effects = EffectCount.of(settings, subject, sender);
        this.staging = new HttpStaging(settings, subject, sender, this::trial, seed);
    }

    Subject subject() {
        return subject;
    }

    Sender sender() {
        return sender;
    }

    List<Ruling> judge(List<Ordeal> ordeals, Consumer<Ruling> progress) {
        requireOneEffect();
        Map<Ordeal, String> skipped = settings.skipped();
        List<Ruling> rulings = new ArrayList<>();
        for (Ordeal ordeal : ordeals) {
            String reason = skipped.get(ordeal);
            rulings.add(reason == null ? tried(ordeal) : Ruling.without(ordeal, Ruling.Outcome.SKIPPED, reason));
            progress.accept(rulings.get(rulings.size() - 1));
        }
        return rulings;
    }

    /** Before anything else: a request is answered with a yes, and has one effect that can be counted. */
    void requireOneEffect() {
        if (!effects.isByKey()) {
            requireRest();
        }
        HttpTrial trial = trial(Ordeal.REPEATED);
        Intent intent = trial.attempt();
        Exchange answer = sender.send(subject.call(intent.key(), Variation.NONE));
        if (answer.isSilent()) {
            throw new CannotJudge(
                    "%s does not answer: %s".formatted(subject.url(), answer.body()), "Start it, and try again.");
        }
        if (answer.status() == 401 || answer.status() == 403) {
            throw new CannotJudge(
                    "The service refuses the credentials: " + answer.words(),
                    "Correct request.headers, and try again.");
        }
        if (!subject.heard(answer).isYes()) {
            throw new CannotJudge(
                    "A plain request with a new key is not answered with a yes: " + answer.words(),
                    "Correct the request, or say in answers.accepted what a yes looks like.");
        }
        trial.heard(intent, subject.heard(answer));
        long counted = trial.settled();
        if (counted != 1) {
            throw new CannotJudge(
                    "One request was sent and the effects went up by %d.".formatted(counted),
                    "Correct the effects: they must go up by one for each request that is done.");
        }
    }

    private HttpTrial trial(Ordeal ordeal) {
        return new HttpTrial(ordeal, subject, sender, effects, settings);
    }

    private Ruling tried(Ordeal ordeal) {
        try {
            return staging.play(ordeal);
        } catch (CannotJudge e) {
            return Ruling.without(ordeal, Ruling.Outcome.UNKNOWN, String.valueOf(e.getMessage()));
        } catch (AssertionError late) {
            return Ruling.without(
                    ordeal, Ruling.Outcome.UNKNOWN, "Not every request was answered in time: " + late.getMessage());
        }
    }

    private void requireRest() {
        long first = effects.of("");
        HttpTrial.pause(300);
        long second = effects.of("");
        if (first != second) {
            throw new CannotJudge(
                    "The effects move by themselves: %d, and a moment later %d.".formatted(first, second),
                    "Count those of one key: use {key} in the question. Or stop what else uses the service.");
        }
    }

    private static void requireThisMachine(URI url, boolean remote) {
        try {
            if (!remote && !InetAddress.getByName(url.getHost()).isLoopbackAddress()) {
                throw new CannotJudge(
                        "%s is not on this machine, and the judge makes hundreds of requests.".formatted(url.getHost()),
                        "If it is yours and may be tried, add --remote.");
            }
        } catch (UnknownHostException e) {
            throw new CannotJudge("There is no host %s.".formatted(url.getHost()), "Correct the url, and try again.");
        }
    }
}
