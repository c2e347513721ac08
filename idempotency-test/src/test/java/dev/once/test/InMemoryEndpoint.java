package dev.once.test;

import dev.once.test.IdempotencyContract.Answer;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;

/** An endpoint that can be made to have each classic mistake, so that the contract is seen to notice it. */
final class InMemoryEndpoint {

    enum Mistake {
        NO_DEDUP,
        CHECK_THEN_ACT,
        REPLAY_SAYS_SOMETHING_ELSE,
        ONE_KEY_FOR_ALL,
        PAYLOAD_NOT_COMPARED,
        CLAIM_SURVIVES_FAILURE,
        EFFECT_SURVIVES_FAILURE,
        SCOPE_IGNORED,
        KEYS_NEVER_EXPIRE,
        EXPIRED_KEY_FOR_EVERYBODY,
        KEY_OPTIONAL,
        IN_FLIGHT_ANSWERED_AS_DONE
    }

    private record Entry(String payload, Answer answer, boolean expired) {}

    private final Set<Mistake> mistakes = EnumSet.noneOf(Mistake.class);
    private final Map<String, Entry> ledger = new HashMap<>();
    private final List<String> effects = new ArrayList<>();
    private final CyclicBarrier window = new CyclicBarrier(2);
    private boolean failNext;

    InMemoryEndpoint(Mistake... mistakes) {
        this.mistakes.addAll(List.of(mistakes));
    }

    synchronized long effects() {
        return effects.size();
    }

    synchronized void failNextWork() {
        failNext = true;
    }

    synchronized void expireKeys() {
        if (!has(Mistake.KEYS_NEVER_EXPIRE)) {
            ledger.replaceAll((key, entry) -> new Entry(entry.payload(), entry.answer(), true));
        }
    }

    Answer handle(String scope, String key, String payload) {
        if (key == null) {
            return has(Mistake.KEY_OPTIONAL) ? work("none", payload) : new Answer(400, "no key");
        }
        String name = has(Mistake.ONE_KEY_FOR_ALL) ? "all" : has(Mistake.SCOPE_IGNORED) ? key : scope + "/" + key;
        if (has(Mistake.CHECK_THEN_ACT) || has(Mistake.EXPIRED_KEY_FOR_EVERYBODY)) {
            Entry seen = look(name);
            boolean expired = seen != null && seen.expired();
            if (seen == null && has(Mistake.CHECK_THEN_ACT) || expired && has(Mistake.EXPIRED_KEY_FOR_EVERYBODY)) {
                meetAnother();
                return work(name, payload);
            }
        }
        return settle(name, payload);
    }

    private synchronized Answer settle(String name, String payload) {
        Entry seen = has(Mistake.NO_DEDUP) ? null : ledger.get(name);
        if (seen == null || seen.expired()) {
            return work(name, payload);
        }
        if (!seen.payload().equals(payload) && !has(Mistake.PAYLOAD_NOT_COMPARED)) {
            return new Answer(422, "reused");
        }
        if (has(Mistake.IN_FLIGHT_ANSWERED_AS_DONE)) {
            return new Answer(202, "already seen");
        }
        return has(Mistake.REPLAY_SAYS_SOMETHING_ELSE) ? new Answer(200, "duplicate") : seen.answer();
    }

    private synchronized Answer work(String name, String payload) {
        boolean fails = failNext;
        failNext = false;
        var answer = new Answer(201, "effect " + effects.size());
        if (!fails || has(Mistake.CLAIM_SURVIVES_FAILURE)) {
            ledger.put(name, new Entry(payload, answer, false));
        }
        if (!fails || has(Mistake.EFFECT_SURVIVES_FAILURE)) {
            effects.add(payload);
        }
        return fails ? new Answer(500, "failed") : answer;
    }

    private synchronized Entry look(String name) {
        return ledger.get(name);
    }

    /** Two are between their check and their act; one that is alone goes on. */
    private void meetAnother() {
        try {
            window.await(200, TimeUnit.MILLISECONDS);
        } catch (Exception alone) {
            window.reset();
        }
    }

    private boolean has(Mistake mistake) {
        return mistakes.contains(mistake);
    }
}
