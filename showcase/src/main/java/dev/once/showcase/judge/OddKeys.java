package dev.once.showcase.judge;

import dev.once.faults.verdict.Damage;
import dev.once.faults.verdict.Heard;
import dev.once.faults.verdict.Intent;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/** Keys that nobody thought of. Each may be refused; what is accepted must be as good a key as any other. */
final class OddKeys {

    private static final List<String> IN_A_HEADER =
            List.of("a b", "a;b,c", "a'b--", "../%2e%2e/%00", "{\"a\":1}", "null");
    private static final List<String> IN_A_BODY =
            List.of("a b", "a;b,c", "a'b--", "../%2e%2e/%00", "a\"b\\c", "ключ-€-\uD83D\uDD11", "null");

    private final Settings settings;
    private final Subject subject;
    private final Supplier<HttpTrial> parts;
    private final SplittableRandom random;

    OddKeys(Settings settings, Subject subject, Supplier<HttpTrial> parts, SplittableRandom random) {
        this.settings = settings;
        this.subject = subject;
        this.parts = parts;
        this.random = random;
    }

    void play(HttpTrial trial) {
        if (!subject.keyIsInPath()) {
            without(trial, "without a key", Variation.spelled(Variation.Spelling.MISSING), subject.freshKey());
            without(trial, "with an empty key", Variation.NONE, "");
        }
        String odd = letters(12);
        for (int length : List.of(300, 4000)) {
            String many = subject.run() + letters(length);
            different(trial, "keys of %d characters".formatted(many.length() + 1), many + "a", many + "b");
        }
        different(trial, "keys in another case", "Judge-" + odd, "judge-" + odd);
        for (String text : subject.keyIsInHeader() ? IN_A_HEADER : IN_A_BODY) {
            twice(trial, "the key '" + text + "'", odd + text);
        }
        if (subject.keyIsInHeader()) {
            quotedAndBare(trial);
        }
    }

    /** Whether a key is needed is for the service to say; that a request without one is accepted is worth knowing. */
    private void without(HttpTrial trial, String part, Variation variation, String key) {
        HttpTrial one = parts.get();
        Heard heard = one.sendUnnoted(key, variation, 0);
        if (!heard.isYes()) {
            trial.include(part, one);
            return;
        }
        switch (settings.text("key.required", "")) {
            case "true" ->
                trial.found(Damage.WRONG_ANSWER, "a request " + part + " was accepted, and a key is required");
            case "false" -> trial.note("A request " + part + " is accepted, and nothing protects its repeat.");
            default ->
                throw new NotTried(
                        "A request " + part + " is accepted: say whether that is meant, key.required: true or false.");
        }
    }

    /** Two keys that are almost the same are two. */
    private void different(HttpTrial trial, String part, String one, String other) {
        HttpTrial both = parts.get();
        for (String key : List.of(one, other)) {
            sendIfAccepted(both, key);
        }
        trial.include(part, both);
    }

    private void twice(HttpTrial trial, String part, String key) {
        HttpTrial one = parts.get();
        if (sendIfAccepted(one, key)) {
            one.send(one.attempt("first", key), Variation.NONE);
        }
        trial.include(part, one);
    }

    private static boolean sendIfAccepted(HttpTrial part, String key) {
        if (part.sendUnnoted(key, Variation.NONE, 0).kind() == Heard.Kind.NO) {
            return false;
        }
        // What was accepted is an attempt like any other, and this is its repeat.
        part.sendUntilYes(part.attempt("first", key), Variation.NONE);
        return true;
    }

    private void quotedAndBare(HttpTrial trial) {
        HttpTrial both = parts.get();
        Intent intent = both.attempt();
        Heard quoted = both.sendUnnoted(intent.key(), Variation.spelled(Variation.Spelling.QUOTED), 0);
        Heard bare = both.sendUnnoted(intent.key(), Variation.spelled(Variation.Spelling.BARE), 0);
        if (quoted.isYes() && bare.isYes() && !quoted.value().equals(bare.value())) {
            trial.note("Quoted and bare are two keys.");
        }
    }

    private String letters(int length) {
        StringBuilder letters = new StringBuilder(length);
        for (int i = 0; i < length; i++) {
            letters.append((char) ('a' + random.nextInt(26)));
        }
        return letters.toString();
    }
}
