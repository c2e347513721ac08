package dev.once.showcase.judge;

import dev.once.faults.verdict.Damage;
import dev.once.faults.verdict.Heard;
import dev.once.faults.verdict.Ordeal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Keys that nobody thought of. Each may be refused; what is accepted must be as good a key as any other. */
final class OddKeys {

    private static final List<String> IN_A_HEADER =
            List.of("a b", "a;b,c", "a'b--", "../%2e%2e/%00", "{\"a\":1}", "null");
    private static final List<String> ELSEWHERE =
            List.of("a b", "a;b,c", "a'b--", "../%2e%2e/%00", "a\"b\\c", "ключ-€-\uD83D\uDD11", "null");

    private final Settings settings;
    private final Subject subject;
    private final Supplier<HttpTrial> trials;
    private final SplittableRandom random;
    private final Map<String, Ruling> parts = new LinkedHashMap<>();

    OddKeys(Settings settings, Subject subject, Supplier<HttpTrial> trials, SplittableRandom random) {
        this.settings = settings;
        this.subject = subject;
        this.trials = trials;
        this.random = random;
    }

    Ruling play() {
        if (!subject.keyIsInPath()) {
            sendWithout("without a key", Variation.spelled(Variation.Spelling.MISSING), subject.freshKey());
            sendWithout("with an empty key", Variation.NONE, "");
        }
        for (int length : List.of(300, 4000)) {
            String many = subject.run() + letters(length);
            sendTwice("keys of %d characters".formatted(many.length() + 1), many + "a", many + "b");
        }
        String odd = subject.run() + "-" + letters(4);
        sendTwice("keys in another case", "J" + odd, "j" + odd);
        for (String text : subject.keyIsInHeader() ? IN_A_HEADER : ELSEWHERE) {
            sendTwice("the key '" + text + "'", odd + text);
        }
        if (subject.keyIsInHeader()) {
            sendQuotedAndBare();
        }
        return Ruling.ofParts(Ordeal.ODD_KEYS, parts);
    }

    /** Whether a key is needed is for the service to say; that a request without one is accepted is worth knowing. */
    private void sendWithout(String part, Variation variation, String key) {
        HttpTrial trial = trials.get();
        if (trial.sendUnnoted(key, variation, 0).isYes()) {
            trial.effectsAreOfNoKey();
            switch (settings.text("key.required", "")) {
                case "true" -> trial.found(Damage.WRONG_ANSWER, "it is accepted, and a key is required");
                case "false" -> trial.note("A request " + part + " is accepted, and nothing protects its repeat.");
                default ->
                    throw new CannotJudge("A request " + part
                            + " is accepted: say whether that is meant, key.required: true or false.");
            }
        }
        parts.put("a request " + part, trial.ruling());
    }

    /** Keys that are almost the same are not the same. */
    private void sendTwice(String part, String... keys) {
        HttpTrial trial = trials.get();
        for (String key : keys) {
            if (trial.sendUnnoted(key, Variation.NONE, 0).kind() != Heard.Kind.NO) {
                // What was accepted is an attempt like any other, and this is its repeat.
                trial.sendUntilYes(trial.attempt("first", key), Variation.NONE);
            }
        }
        parts.put(part, trial.ruling());
    }

    private void sendQuotedAndBare() {
        HttpTrial trial = trials.get();
        String key = subject.freshKey();
        Heard quoted = trial.sendUnnoted(key, Variation.spelled(Variation.Spelling.QUOTED), 0);
        Heard bare = trial.sendUnnoted(key, Variation.spelled(Variation.Spelling.BARE), 0);
        if (quoted.isYes() && bare.isYes() && !quoted.value().equals(bare.value())) {
            trial.note("Quoted and bare are two keys.");
        }
        trial.effectsAreOfNoKey();
        parts.put("quoted and bare", trial.ruling());
    }

    private String letters(int length) {
        return random.ints(length, 'a', 'z' + 1).mapToObj(Character::toString).collect(Collectors.joining());
    }
}
