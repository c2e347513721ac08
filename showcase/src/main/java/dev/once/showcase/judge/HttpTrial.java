package dev.once.showcase.judge;

import dev.once.faults.CuttingProxy;
import dev.once.faults.Hammer;
import dev.once.faults.verdict.Checker;
import dev.once.faults.verdict.Damage;
import dev.once.faults.verdict.Finding;
import dev.once.faults.verdict.Heard;
import dev.once.faults.verdict.History;
import dev.once.faults.verdict.Intent;
import dev.once.faults.verdict.Ordeal;
import dev.once.faults.verdict.Step;
import dev.once.faults.verdict.Timeline;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

/** One ordeal of one endpoint: what was sent and heard, and which effects are there afterwards. */
final class HttpTrial {

    private static final int SHOWN = 4;

    private final Ordeal ordeal;
    private final Subject subject;
    private final Sender sender;
    private final EffectCount effects;
    private final Duration within;
    private final Duration patience;
    private final History history = new History();
    private final Timeline timeline = new Timeline();
    private final List<Exchange> exchanges = Collections.synchronizedList(new ArrayList<>());
    private final Set<Intent> intents = Collections.synchronizedSet(new LinkedHashSet<>());
    private final List<Finding> findings = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final long before;
    private Map<String, Long> byKey = Map.of();
    private boolean uncounted;
    private boolean wholeAnswers;
    private boolean errorsAreOurs;

    HttpTrial(Ordeal ordeal, Subject subject, Sender sender, EffectCount effects, Settings settings) {
        this.ordeal = ordeal;
        this.subject = subject;
        this.sender = sender;
        this.effects = effects;
        this.within = settings.seconds("effects.within", 2);
        this.patience = settings.seconds("limits.patience", 8);
        this.before = effects.isByKey() ? 0 : effects.of("");
    }

    // What an ordeal is made of

    Intent attempt() {
        return attempt("first", subject.freshKey());
    }

    Intent attempt(String tenant, String key) {
        return new Intent("tenant", tenant, key);
    }

    Heard send(Intent intent, Variation variation) {
        return send(intent, variation, 0);
    }

    Heard send(Intent intent, Variation variation, int worker) {
        begins(intent);
        Heard heard = sendUnnoted(intent.key(), variation, worker);
        history.hears(intent, heard);
        return heard;
    }

    /** Nobody waits for its answer as a part of the attempt. */
    Heard sendUnnoted(String key, Variation variation, int worker) {
        return heard(sender.send(call(key, variation, worker)), worker);
    }

    /** What was sent without a note belongs to this attempt after all. */
    void heard(Intent intent, Heard heard) {
        begins(intent);
        history.hears(intent, heard);
    }

    void sendAtOnce(int times, IntFunction<Intent> which) {
        sender.requireRoomFor(times);
        Hammer.of(times)
                .within(Duration.ofSeconds(60))
                .strike(i -> send(which.apply(i), Variation.NONE, i))
                .answersOfAll();
    }

    /** As a good sender does it: a pause that grows, and no end before a clear answer. */
    Heard sendUntilYes(Intent intent, Variation variation) {
        long deadline = System.nanoTime() + patience.toNanos();
        Heard heard = send(intent, variation);
        for (int i = 1; !heard.isYes() && heard.kind() != Heard.Kind.NO && System.nanoTime() < deadline; i++) {
            pause(Math.min(1000, 50L << Math.min(i, 5)));
            heard = send(intent, variation);
        }
        return heard;
    }

    /** Through the cutting proxy: the service works and answers, and nobody hears it. */
    void sendAndLoseTheAnswer(Intent intent) {
        errorsAreOurs = true;
        begins(intent);
        URI url = subject.url();
        try (CuttingProxy proxy = CuttingProxy.inFrontOf(url.getHost(), url.getPort())) {
            var lost = proxy.swallowNextAnswer();
            Call call = call(intent.key(), Variation.NONE, 0);
            Exchange heard = sender.send(call.to(URI.create("http://127.0.0.1:" + proxy.port())));
            if (!heard.isSilent() || !lost.isDone()) {
                throw new CannotJudge("The answer could not be cut off.");
            }
            exchanges.add(new Exchange(call, 0, Map.of(), "the connection was cut"));
            timeline.add(0, Step.Kind.HEARD, "answers, and the connection is cut before the sender hears it");
        }
        history.hears(intent, Heard.nothing());
    }

    void sendHalf(Intent intent) {
        errorsAreOurs = true;
        sender.sendHalf(call(intent.key(), Variation.NONE, 0));
        timeline.add(0, Step.Kind.WORLD, "the connection is cut in the middle of the request");
    }

    void sendForged(Intent intent) {
        history.forgerHears(intent, sendUnnoted(intent.key(), Variation.FORGED, 0));
    }

    void errorsAreExpected() {
        errorsAreOurs = true;
    }

    /** Where every tenant's answer is compared as a whole, whatever else counts as the same. */
    void wholeAnswersCount() {
        wholeAnswers = true;
    }

    /** They cannot be found by a key, so nothing is said about them. */
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

    /** Every attempt that has not heard a yes is sent until it hears one. */
    void sendUntilAllHeardYes(Collection<Intent> all) {
        all.stream()
                .filter(intent -> !history.isAcknowledged(intent))
                .forEach(intent -> sendUntilYes(intent, Variation.NONE));
    }

    /** The effects, once they have come to rest: two equal counts, and where they are wrong not before its time is up. */
    long settled() {
        long owed = owed();
        long deadline = System.nanoTime() + within.toNanos();
        long last = -1;
        while (true) {
            long now = counted();
            if (now == last && now == owed || System.nanoTime() > deadline) {
                return now;
            }
            last = now;
            pause(Math.min(100, within.toMillis() / 10));
        }
    }

    Ruling ruling() {
        long now = uncounted ? 0 : settled();
        List<Finding> all = new ArrayList<>(findings);
        all.addAll(Checker.verdict(history, spread(now)).findings());
        if (intents.isEmpty() && now > 0) {
            all.add(new Finding(Damage.DOUBLED, now, "what was refused has " + now + " effects"));
        }
        long errors = exchanges.stream()
                .filter(one -> one.isSilent() || one.status() >= 500 && one.status() != 503)
                .count();
        if (errors > 0 && !errorsAreOurs) {
            all.add(new Finding(
                    Damage.ERROR_IN_THE_WAY, errors, errors + " of " + exchanges.size() + " sends heard an error"));
        }
        return new Ruling(
                ordeal,
                all.isEmpty() ? Ruling.Outcome.HOLDS : Ruling.Outcome.BREAKS,
                all,
                String.join(" ", notes),
                answers(),
                new Ruling.Effects(before, before + now, owed()),
                exchanges.stream().limit(SHOWN).toList(),
                timeline.steps(),
                again());
    }

    private void begins(Intent intent) {
        intents.add(intent);
        history.sends(intent);
    }

    private long owed() {
        return intents.stream().filter(history::isAcknowledged).count();
    }

    private Call call(String key, Variation variation, int worker) {
        Call call = subject.call(key, variation);
        timeline.add(
                worker, Step.Kind.SENT, call.method() + " " + call.url().getRawPath() + " with the key " + shown(key));
        return call;
    }

    private Heard heard(Exchange answer, int worker) {
        exchanges.add(answer);
        timeline.add(worker, Step.Kind.HEARD, "hears " + answer.words());
        Heard heard = subject.heard(answer);
        return wholeAnswers && heard.isYes() ? Heard.yes(heard.status(), answer.body()) : heard;
    }

    private static String shown(String key) {
        return key.length() > 60 ? key.substring(0, 60) + " … (" + key.length() + " characters)" : key;
    }

    private long counted() {
        if (!effects.isByKey()) {
            return effects.of("") - before;
        }
        byKey = intents.stream().map(Intent::key).distinct().collect(Collectors.toMap(key -> key, effects::of));
        return byKey.values().stream().mapToLong(Long::longValue).sum();
    }

    /** A number of effects does not say whose they are: one for each yes, then for the others, and the rest is too many. */
    private Map<Intent, List<String>> spread(long total) {
        Map<Intent, List<String>> spread = new LinkedHashMap<>();
        if (effects.isByKey()) {
            byKey.forEach((key, times) -> spread(times, having(key), spread));
        } else {
            spread(total, new ArrayList<>(intents), spread);
        }
        return spread;
    }

    private List<Intent> having(String key) {
        return intents.stream().filter(intent -> intent.key().equals(key)).collect(Collectors.toList());
    }

    private void spread(long total, List<Intent> among, Map<Intent, List<String>> spread) {
        among.sort((a, b) -> Boolean.compare(history.isAcknowledged(b), history.isAcknowledged(a)));
        long left = total;
        for (Intent intent : among) {
            if (left-- > 0) {
                spread.computeIfAbsent(intent, any -> new ArrayList<>()).add("");
            }
        }
        long surplus = left;
        among.stream()
                .max(Comparator.comparingInt(history::sendsOf))
                .filter(most -> surplus > 0)
                .ifPresent(most -> spread.computeIfAbsent(most, any -> new ArrayList<>())
                        .addAll(Collections.nCopies((int) surplus, "")));
    }

    private Map<String, Long> answers() {
        Map<String, Long> answers = new TreeMap<>();
        exchanges.forEach(one -> answers.merge(one.isSilent() ? "no answer" : "" + one.status(), 1L, Long::sum));
        return answers;
    }

    private String again() {
        if (exchanges.isEmpty()) {
            return "";
        }
        String shown = exchanges.get(0).call().curl("");
        String key = intents.stream()
                .map(Intent::key)
                .filter(one -> shown.contains(one) && subject.takesAnyText() && !subject.isSigned())
                .findFirst()
                .orElse("");
        String set = key.isEmpty() ? "" : "KEY=again-$(date +%s)\n";
        List<String> commands = exchanges.stream()
                .map(one -> one.call().curl(key))
                .distinct()
                .limit(3)
                .toList();
        String first = commands.get(0);
        return set
                + switch (ordeal) {
                    case REPEATED -> "for i in 1 2 3 4 5; do " + first + "; done";
                    case ALL_AT_ONCE, A_HUNDRED_AT_ONCE, STORM ->
                        "for i in $(seq " + (ordeal == Ordeal.ALL_AT_ONCE ? 25 : 100) + "); do " + first
                                + " & done; wait";
                    case FIRST_ANSWER_IS_LOST -> first + " > /dev/null   # as if this answer were lost\n" + first;
                    default -> String.join("\n", commands);
                };
    }

    static void pause(long millis) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
    }
}
