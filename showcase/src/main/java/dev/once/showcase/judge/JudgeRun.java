package dev.once.showcase.judge;

import dev.once.faults.verdict.Heard;
import dev.once.faults.verdict.Intent;
import dev.once.faults.verdict.Ordeal;
import dev.once.showcase.judge.Ruling.Charge;
import dev.once.showcase.judge.Ruling.Outcome;
import dev.once.showcase.judge.Settings.Change;
import dev.once.showcase.judge.Settings.Request;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** One run: makes sure that there is something to judge, then tries one ordeal after the other. */
record JudgeRun(Settings settings, Subject subject, Sender sender, EffectCount effects, SplittableRandom random) {

    /** An ordeal or a clause, and how it is made to happen. */
    record Play(Charge charge, Consumer<HttpTrial> script) {}

    static JudgeRun of(Settings settings) {
        requireThisMachine(settings.address(), settings.remote());
        Subject subject = new Subject(settings);
        Sender sender = new Sender(settings.limits());
        EffectCount effects = EffectCount.of(settings.effects(), subject.url(), sender);
        return new JudgeRun(settings, subject, sender, effects, new SplittableRandom(settings.seed()));
    }

    Request request() {
        return settings.request();
    }

    Request request(Change change) {
        return settings.request().with(change);
    }

    RulingReport judge(Consumer<String> progress) {
        Request request = settings.request();
        String target = request.method() + " " + subject.url() + request.path();
        progress.accept(
                "Judging %s%n  as %s (header Once-Judge), seed %d%n".formatted(target, subject.run(), settings.seed()));
        settings.skip().keySet().forEach(HttpStaging::named);
        List<Play> plays = settings.draft() ? new DraftClauses(this).plays() : ordeals();
        requireOneEffect();
        List<Ruling> rulings = new ArrayList<>();
        for (Play play : plays) {
            String reason = settings.skip().get(play.charge().name());
            Ruling ruling = reason == null ? tried(play) : Ruling.without(play.charge(), Outcome.SKIPPED, reason);
            rulings.add(ruling);
            progress.accept(RulingReport.line(ruling));
        }
        return new RulingReport(target, subject.run(), settings.seed(), rulings);
    }

    private List<Play> ordeals() {
        Stream<Ordeal> all = settings.only().isEmpty()
                ? HttpStaging.ORDEALS.keySet().stream()
                : settings.only().stream().map(HttpStaging::named);
        return all.map(HttpStaging::play).toList();
    }

    private Ruling tried(Play play) {
        try {
            HttpTrial trial = new HttpTrial(this);
            play.script().accept(trial);
            return trial.ruling(play.charge());
        } catch (CannotJudge e) {
            return Ruling.without(play.charge(), Outcome.UNKNOWN, String.valueOf(e.getMessage()));
        } catch (AssertionError late) {
            String reason = "Not every request was answered in time: " + late.getMessage();
            return Ruling.without(play.charge(), Outcome.UNKNOWN, reason);
        }
    }

    /** Before anything else: a request is answered with a yes, and has one effect that can be counted. */
    private void requireOneEffect() {
        if (!effects.isByKey()) {
            requireRest();
        }
        HttpTrial trial = new HttpTrial(this);
        Intent intent = trial.attempt();
        Exchange answer = trial.exchange(intent.key(), request(), 0);
        Heard heard = subject.heard(answer);
        CannotJudge.unless(
                !answer.isSilent(),
                "%s does not answer: %s".formatted(subject.url(), answer.body()),
                "Start it, and try again.");
        CannotJudge.unless(
                answer.status() != 401 && answer.status() != 403,
                "The service refuses the credentials: " + answer.words(),
                "Correct request.headers, and try again.");
        CannotJudge.unless(
                heard.isYes(),
                "A plain request with a new key is not answered with a yes: " + answer.words(),
                "Correct the request, or say in answers.accepted what a yes looks like.");
        trial.heard(intent, heard);
        long counted = HttpTrial.sizeOf(trial.settled());
        CannotJudge.unless(
                counted == 1,
                "One request was sent and the effects went up by %d.".formatted(counted),
                "Correct the effects: they must go up by one for each request that is done.");
    }

    private void requireRest() {
        long first = effects.of("");
        HttpTrial.pause(300);
        long second = effects.of("");
        CannotJudge.unless(
                first == second,
                "The effects move by themselves: %d, and a moment later %d.".formatted(first, second),
                "Count those of one key: use {key} in the question. Or stop what else uses the service.");
    }

    private static void requireThisMachine(URI url, boolean remote) {
        try {
            CannotJudge.unless(
                    remote || InetAddress.getByName(url.getHost()).isLoopbackAddress(),
                    "%s is not on this machine, and the judge makes hundreds of requests.".formatted(url.getHost()),
                    "If it is yours and may be tried, add --remote.");
        } catch (UnknownHostException e) {
            throw new CannotJudge("There is no host %s.".formatted(url.getHost()), "Correct the url, and try again.");
        }
    }
}
