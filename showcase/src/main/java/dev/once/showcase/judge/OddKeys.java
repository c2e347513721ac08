package dev.once.showcase.judge;

import dev.once.faults.verdict.Damage;
import dev.once.faults.verdict.Heard;
import dev.once.showcase.judge.Settings.Request;
import java.util.List;
import java.util.stream.Collectors;

/** Keys that nobody thought of. Each may be refused; what is accepted must be as good a key as any other. */
record OddKeys(HttpTrial trial) {

    private static final List<String> IN_A_HEADER =
            List.of("a b", "a;b,c", "a'b--", "../%2e%2e/%00", "{\"a\":1}", "null");
    private static final List<String> ELSEWHERE =
            List.of("a b", "a;b,c", "a'b--", "../%2e%2e/%00", "a\"b\\c", "ключ-€-\uD83D\uDD11", "null");

    void play() {
        Request request = trial.run().request();
        if (!request.path().contains(Settings.KEY)) {
            sendWithout("without a key", request.withoutKey());
            sendWithout("with an empty key", request);
        }
        String run = trial.run().subject().run();
        for (int length : List.of(300, 4000)) {
            String many = run + letters(length);
            sendTwice("keys of %d characters".formatted(many.length() + 1), many + "a", many + "b");
        }
        String odd = run + "-" + letters(4);
        sendTwice("keys in another case", "J" + odd, "j" + odd);
        for (String text : request.hasKeyInHeader() ? IN_A_HEADER : ELSEWHERE) {
            sendTwice("the key '" + text + "'", odd + text);
        }
        if (request.hasKeyInHeader()) {
            sendQuotedAndBare(request);
        }
    }

    /** Whether a key is needed is for the service to say; that a request without one is accepted is worth knowing. */
    private void sendWithout(String part, Request request) {
        if (trial.sendUnnoted("", request, 0).isYes()) {
            trial.effectsAreOfNoKey();
            String accepted = "A request " + part + " is accepted";
            switch (trial.run().settings().key().required()) {
                case "true" -> trial.found(Damage.WRONG_ANSWER, accepted + ", and a key is required");
                case "false" -> trial.note(accepted + ", and nothing protects its repeat.");
                default ->
                    throw new CannotJudge(accepted + ": say whether that is meant, key.required: true or false.");
            }
        }
        trial.decide("a request " + part + ": ");
    }

    /** Keys that are almost the same are not the same. */
    private void sendTwice(String part, String... keys) {
        for (String key : keys) {
            if (trial.sendUnnoted(key, trial.run().request(), 0).kind() != Heard.Kind.NO) {
                // What was accepted is an attempt like any other, and this is its repeat.
                trial.sendUntilYes(trial.attempt("first", key));
            }
        }
        trial.decide(part + ": ");
    }

    private void sendQuotedAndBare(Request request) {
        String key = trial.run().subject().freshKey();
        Heard quoted = trial.sendUnnoted(key, request.spelled("\"{key}\""), 0);
        Heard bare = trial.sendUnnoted(key, request.spelled(Settings.KEY), 0);
        if (quoted.isYes() && bare.isYes() && !quoted.value().equals(bare.value())) {
            trial.note("Quoted and bare are two keys.");
        }
        trial.effectsAreOfNoKey();
        trial.decide("quoted and bare: ");
    }

    private String letters(int length) {
        return trial.run()
                .random()
                .ints(length, 'a', 'z' + 1)
                .mapToObj(Character::toString)
                .collect(Collectors.joining());
    }
}
