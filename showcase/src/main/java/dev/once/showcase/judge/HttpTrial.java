package dev.once.showcase.judge;

import dev.once.faults.CuttingProxy;
import dev.once.faults.Hammer;
import dev.once.faults.verdict.Checker;
import dev.once.faults.verdict.Damage;
import dev.once.faults.verdict.Finding;
import dev.once.faults.verdict.Heard;
import dev.once.faults.verdict.History;
import dev.once.faults.verdict.Intent;
import dev.once.faults.verdict.Step;
import dev.once.faults.verdict.Timeline;
import dev.once.showcase.judge.Settings.Request;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

/** One ordeal of one endpoint, in one or more rounds: what was sent and heard, and which effects are there afterwards. */
final class HttpTrial {

    private static final int SHOWN = 4;

    private final JudgeRun run;
    private final Subject subject;
    private final Timeline timeline = new Timeline();
    private final List<Finding> findings = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final Map<String, Long> answers = new TreeMap<>();
    private final List<Exchange> shown = new ArrayList<>();
    private final long before;
    private long effects;
    private long owed;
    private boolean counted;
    private boolean wholeAnswers;
    private boolean errorsAreOurs;
    private String again = "";

    // Of one round
    private final List<Exchange> exchanges = Collections.synchronizedList(new ArrayList<>());
    private History history = new History();
    private long base;
    private int atOnce;
    private boolean uncounted;

    HttpTrial(JudgeRun run) {
        this.run = run;
        this.subject = run.subject();
        this.before = run.effects().isByKey() ? 0 : run.effects().of("");
        this.base = before;
    }

    JudgeRun run() {
        return run;
    }

    // What an ordeal is made of

    Intent attempt() {
        return attempt("first", subject.freshKey());
    }

    Intent attempt(String tenant, String key) {
        return new Intent("tenant", tenant, key);
    }

    Heard send(Intent intent) {
        return send(intent, run.request(), 0);
    }

    Heard send(Intent intent, Request request, int worker) {
        history.sends(intent);
        Heard heard = sendUnnoted(intent.key(), request, worker);
        history.hears(intent, heard);
        return heard;
    }

    /** Nobody waits for its answer as a part of the attempt. */
    Heard sendUnnoted(String key, Request request, int worker) {
        Exchange answer = exchange(key, request, worker);
        Heard heard = subject.heard(answer);
        return wholeAnswers && heard.isYes() ? Heard.yes(heard.status(), answer.body()) : heard;
    }

    Exchange exchange(String key, Request request, int worker) {
        Exchange answer = run.sender().send(call(key, request, worker));
        exchanges.add(answer);
        timeline.add(worker, Step.Kind.HEARD, "hears " + answer.words());
        return answer;
    }

    /** What was sent without a note belongs to this attempt after all. */
    void heard(Intent intent, Heard heard) {
        history.sends(intent);
        history.hears(intent, heard);
    }

    void sendAtOnce(int times, IntFunction<Intent> which) {
        atOnce = times;
        run.sender().requireRoomFor(times);
        Hammer.of(times)
                .within(Duration.ofSeconds(60))
                .strike(i -> send(which.apply(i), run.request(), i))
                .answersOfAll();
    }

    /** As a good sender does it: a pause that grows, and no end before a clear answer. */
    void sendUntilYes(Intent intent) {
        sendUntilYes(intent, run.request());
    }

    void sendUntilYes(Intent intent, Request request) {
        long deadline = System.nanoTime() + Math.round(run.settings().limits().patience() * 1e9);
        Heard heard = send(intent, request, 0);
        for (int i = 1; !heard.isYes() && heard.kind() != Heard.Kind.NO && System.nanoTime() < deadline; i++) {
            pause(Math.min(1000, 50L << Math.min(i, 5)));
            heard = send(intent, request, 0);
        }
    }

    void sendUntilAllHeardYes(List<Intent> all) {
        all.stream().filter(intent -> !history.isAcknowledged(intent)).forEach(this::sendUntilYes);
    }

    /** Through the cutting proxy: the service works and answers, and nobody hears it. */
    void sendAndLoseTheAnswer(Intent intent) {
        history.sends(intent);
        Call call = call(intent.key(), run.request(), 0);
        try (var proxy = CuttingProxy.inFrontOf(call.url().getHost(), call.url().getPort())) {
            var lost = proxy.swallowNextAnswer();
            URI through = URI.create(proxy.through(call.url().toString()));
            Exchange heard = run.sender().send(new Call(call.method(), through, call.headers(), call.body()));
            if (!heard.isSilent() || !lost.isDone()) {
                throw new CannotJudge("The answer could not be cut off.");
            }
        }
        exchanges.add(new Exchange(call, 0, Map.of(), "the connection was cut"));
        timeline.add(0, Step.Kind.HEARD, "answers, and the connection is cut before the sender hears it");
        history.hears(intent, Heard.nothing());
    }

    void sendHalf(Intent intent) {
        run.sender().sendHalf(call(intent.key(), run.request(), 0));
        timeline.add(0, Step.Kind.WORLD, "the connection is cut in the middle of the request");
    }

    void sendForged(Intent intent, Request forged) {
        history.forgerHears(intent, sendUnnoted(intent.key(), forged, 0));
    }

    void errorsAreExpected() {
        errorsAreOurs = true;
    }

    /** Where every tenant's answer is compared as a whole, whatever else counts as the same. */
    void wholeAnswersCount() {
        wholeAnswers = true;
    }

    /** They cannot be found by a key, so nothing is said about those of this round. */
    void effectsAreOfNoKey() {
        uncounted = true;
    }

    void happens(String words) {
        timeline.add(Timeline.NOBODY, Step.Kind.WORLD, words);
    }

    void found(Damage damage, String what) {
        findings.add(new Finding(damage, 1, what));
    }

    void note(String words) {
        notes.add(words);
    }

    static void pause(long millis) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
    }

    /** The effects of this round, once they have come to rest: where they are wrong, not before their time is up. */
    Map<Intent, List<String>> settled() {
        double within = run.settings().effects().within();
        long deadline = System.nanoTime() + Math.round(within * 1e9);
        long last = -1;
        while (true) {
            Map<Intent, List<String>> now = counted();
            if (sizeOf(now) == last && last == history.acknowledged() || System.nanoTime() > deadline) {
                return now;
            }
            last = sizeOf(now);
            pause(Math.round(Math.min(100, within * 100)));
        }
    }

    static long sizeOf(Map<Intent, List<String>> effects) {
        return effects.values().stream().mapToLong(List::size).sum();
    }

    /** Ends a round; what follows has attempts and effects of its own. */
    void decide(String part) {
        Map<Intent, List<String>> there = uncounted ? Map.of() : settled();
        List<Finding> found = new ArrayList<>(Checker.verdict(history, there).findings());
        long errors = exchanges.stream().filter(Exchange::isError).count();
        if (errors > 0 && !errorsAreOurs) {
            String what = errors + " of " + exchanges.size() + " sends heard an error";
            found.add(new Finding(Damage.ERROR_IN_THE_WAY, errors, what));
        }
        found.forEach(one -> findings.add(new Finding(one.damage(), one.count(), part + one.what())));
        exchanges.forEach(one -> answers.merge(one.isSilent() ? "no answer" : "" + one.status(), 1L, Long::sum));
        if (shown.isEmpty() && !findings.isEmpty() && !exchanges.isEmpty()) {
            exchanges.stream().limit(SHOWN).forEach(shown::add);
            again = commands();
        }
        counted |= !uncounted;
        effects += sizeOf(there);
        base = uncounted && !run.effects().isByKey() ? run.effects().of("") : base + sizeOf(there);
        owed += history.acknowledged();
        exchanges.clear();
        history = new History();
        atOnce = 0;
        uncounted = false;
    }

    Ruling ruling(Ruling.Charge charge) {
        decide("");
        return new Ruling(
                charge,
                findings.isEmpty() ? Ruling.Outcome.HOLDS : Ruling.Outcome.BREAKS,
                findings,
                String.join(" ", notes),
                answers,
                counted ? new Ruling.Effects(before, before + effects, owed) : null,
                shown,
                timeline.steps(),
                again);
    }

    private Call call(String key, Request request, int worker) {
        Call call = subject.call(request, key);
        String words = key.length() > 60 ? key.substring(0, 60) + " … (" + key.length() + " characters)" : key;
        timeline.add(worker, Step.Kind.SENT, call.method() + " " + call.url().getRawPath() + " with the key " + words);
        return call;
    }

    private Map<Intent, List<String>> counted() {
        Map<Intent, List<String>> counted = new HashMap<>();
        if (run.effects().isByKey()) {
            history.intents().stream()
                    .collect(Collectors.groupingBy(Intent::key))
                    .forEach((key, same) -> spread(run.effects().of(key), same, counted));
        } else {
            spread(run.effects().of("") - base, new ArrayList<>(history.intents()), counted);
        }
        return counted;
    }

    /** A number of effects does not say whose they are: one for each yes, then for the others, and the rest is too many. */
    private void spread(long total, List<Intent> among, Map<Intent, List<String>> counted) {
        among.sort(Comparator.comparing(history::isAcknowledged)
                .thenComparing(history::sendsOf)
                .reversed());
        for (int i = 0; i < total; i++) {
            Intent whose =
                    among.isEmpty() ? attempt("nobody", "what was refused") : among.get(i < among.size() ? i : 0);
            counted.computeIfAbsent(whose, any -> new ArrayList<>()).add("");
        }
    }

    /** The name of the run begins every key, and is replaced, so that the keys are new and as odd as they were. */
    private String commands() {
        boolean renamed = subject.takesAnyText() && !subject.isSigned();
        List<String> commands = exchanges.stream()
                .limit(SHOWN)
                .map(one -> one.call().curl(renamed ? subject.run() : ""))
                .toList();
        return (renamed ? "KEY=again-$(date +%s)\n" : "")
                + (atOnce == 0
                        ? String.join("\n", commands)
                        : "for i in $(seq %d); do %s & done; wait".formatted(atOnce, commands.get(0)));
    }
}
