package dev.once.test;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

/**
 * What an idempotent endpoint promises, as tests to inherit. Say how an attempt is sent and how its effects are counted;
 * override what your endpoint has beyond that. Tests of what it does not have are skipped, with a sentence.
 */
public abstract class IdempotencyContract {

    /** What a caller sees. */
    public record Answer(int status, String body) {}

    private static final int CALLERS = 25;

    /** Sends one attempt to the endpoint. */
    protected abstract Answer send(String key, String payload) throws Exception;

    /** How many effects there are by now, of all attempts: rows, charges, mails. */
    protected abstract long effects() throws Exception;

    /** Something valid to ask for. */
    protected abstract String payload();

    /** Something else that is valid to ask for. */
    protected abstract String otherPayload();

    /** Sends one attempt for another client, organisation or provider. */
    protected Answer sendFromAnotherScope(String key, String payload) throws Exception {
        throw new TestAbortedException("This endpoint has one scope only: override sendFromAnotherScope if not.");
    }

    /** Sends one attempt that has no key. */
    protected Answer sendWithoutKey(String payload) throws Exception {
        throw new TestAbortedException("This endpoint makes its keys itself: override sendWithoutKey if not.");
    }

    /** Makes every key so old that it is new again: set its expiry back, where the endpoint keeps it. */
    protected void expireKeys() throws Exception {
        throw new TestAbortedException("No key of this endpoint becomes new again: override expireKeys if one does.");
    }

    /** Makes the work fail, once, after it has written. */
    protected void failNextWork() throws Exception {
        throw new TestAbortedException("The work cannot be made to fail: override failNextWork if it can.");
    }

    protected String newKey() {
        return UUID.randomUUID().toString();
    }

    /** Whether the work is done, by this attempt or an earlier one. */
    protected boolean isDone(Answer answer) {
        return answer.status() >= 200 && answer.status() < 400;
    }

    /** Whether the answer asks to come again, since another attempt is at it. */
    protected boolean isInFlight(Answer answer) {
        return answer.status() == 409 || answer.status() == 503;
    }

    /** Whether the answer refuses another payload under a used key. */
    protected boolean isKeyReused(Answer answer) {
        return answer.status() == 422;
    }

    /** False where the owner's key alone says what is asked, as with a provider's event id. */
    protected boolean comparesPayloads() {
        return true;
    }

    @Test
    protected void racing_attempts_of_one_key_have_one_effect_and_one_answer() throws Exception {
        String key = newKey();
        long before = effects();
        var answers = race(key);
        assertThat(effects() - before).as("effects").isEqualTo(1);
        assertOneAnswer(key, answers);
    }

    @Test
    protected void a_repeat_gets_the_first_answer_and_changes_nothing() throws Exception {
        String key = newKey();
        long before = effects();
        var first = done(send(key, payload()));
        for (int i = 0; i < 3; i++) {
            assertThat(send(key, payload())).as("a repeat's answer").isEqualTo(first);
        }
        assertThat(effects() - before).as("effects").isEqualTo(1);
    }

    @Test
    protected void another_key_is_another_effect() throws Exception {
        long before = effects();
        done(send(newKey(), payload()));
        done(send(newKey(), payload()));
        assertThat(effects() - before).as("effects").isEqualTo(2);
    }

    @Test
    protected void another_payload_under_a_used_key_is_refused_and_spoils_nothing() throws Exception {
        if (!comparesPayloads()) {
            throw new TestAbortedException("The key alone says what is asked.");
        }
        String key = newKey();
        long before = effects();
        var first = done(send(key, payload()));
        var refused = send(key, otherPayload());
        assertThat(isKeyReused(refused))
                .as("%s refuses the reused key", refused)
                .isTrue();
        assertThat(send(key, payload())).as("a repeat's answer after that").isEqualTo(first);
        assertThat(effects() - before).as("effects").isEqualTo(1);
    }

    @Test
    protected void failed_work_leaves_nothing_behind_and_the_next_attempt_does_it() throws Exception {
        String key = newKey();
        long before = effects();
        failNextWork();
        var failed = send(key, payload());
        assertThat(isDone(failed)).as("%s says that it is done", failed).isFalse();
        assertThat(effects() - before).as("effects of failed work").isZero();
        var healed = done(send(key, payload()));
        assertThat(send(key, payload())).as("a repeat's answer").isEqualTo(healed);
        assertThat(effects() - before).as("effects").isEqualTo(1);
    }

    @Test
    protected void a_race_whose_first_winner_fails_has_one_effect_in_the_end() throws Exception {
        String key = newKey();
        long before = effects();
        failNextWork();
        var answers = race(key);
        assertThat(answers).as("answers").anyMatch(answer -> !isDone(answer));
        assertThat(effects() - before).as("effects of the race").isLessThanOrEqualTo(1);
        done(send(key, payload()));
        assertThat(effects() - before).as("effects").isEqualTo(1);
    }

    @Test
    protected void the_same_key_in_another_scope_is_another_key() throws Exception {
        String key = newKey();
        long before = effects();
        var mine = done(send(key, payload()));
        var theirs = done(sendFromAnotherScope(key, otherPayload()));
        assertThat(effects() - before).as("effects").isEqualTo(2);
        assertThat(send(key, payload())).as("my answer").isEqualTo(mine);
        assertThat(sendFromAnotherScope(key, otherPayload())).as("their answer").isEqualTo(theirs);
        assertThat(effects() - before).as("effects after the repeats").isEqualTo(2);
    }

    @Test
    protected void an_expired_key_is_new_again_for_exactly_one_attempt() throws Exception {
        String key = newKey();
        long before = effects();
        done(send(key, payload()));
        expireKeys();
        var answers = race(key);
        assertThat(effects() - before).as("effects").isEqualTo(2);
        assertOneAnswer(key, answers);
    }

    @Test
    protected void an_attempt_without_a_key_is_refused() throws Exception {
        long before = effects();
        var refused = sendWithoutKey(payload());
        assertThat(refused.status()).as("the status without a key").isBetween(400, 499);
        assertThat(effects() - before).as("effects").isZero();
    }

    /** Every caller is a thread of its own and waits on one barrier, so that they really meet. */
    private List<Answer> race(String key) throws Exception {
        var barrier = new CyclicBarrier(CALLERS);
        var callers = Executors.newFixedThreadPool(CALLERS);
        try {
            Callable<Answer> caller = () -> {
                barrier.await();
                return send(key, payload());
            };
            var answers = new ArrayList<Answer>();
            for (var sent : callers.invokeAll(Collections.nCopies(CALLERS, caller), 30, TimeUnit.SECONDS)) {
                answers.add(sent.get());
            }
            return answers;
        } finally {
            callers.shutdownNow();
        }
    }

    private Answer done(Answer answer) {
        assertThat(isDone(answer)).as("%s says that it is done", answer).isTrue();
        return answer;
    }

    private void assertOneAnswer(String key, List<Answer> answers) throws Exception {
        var settled = done(send(key, payload()));
        assertThat(answers).as("answers").contains(settled);
        assertThat(answers).as("answers").allMatch(answer -> answer.equals(settled) || isInFlight(answer));
    }
}
