package dev.once.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.once.core.Done;
import dev.once.core.Idempotencies;
import dev.once.core.Idempotency;
import dev.once.core.Outcome;
import dev.once.core.protocol.ProtocolObserver;
import dev.once.faults.Blows;
import dev.once.faults.Hammer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many callers, one key, one effect. */
class RaceTest {

    private final Lab lab = Lab.open();

    @AfterEach
    void close() {
        lab.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {25, 200})
    void one_of_many_racing_callers_runs_and_all_others_replay(int callers) {
        Idempotency<String> idempotency = lab.instance().of(Lab.answers());

        Blows<Outcome<String>> blows =
                Hammer.of(callers).strike(i -> idempotency.once(Lab.attempt("race"), Lab::effect));

        assertThat(blows.failures()).isEmpty();
        assertThat(blows.count(Outcome.FirstRun.class::isInstance)).isEqualTo(1);
        assertThat(blows.count(Outcome.Replay.class::isInstance)).isEqualTo(callers - 1);
        assertThat(blows.answers().stream().map(RaceTest::result)).containsOnly("done race");
        assertThat(lab.effects("race")).isEqualTo(1);
    }

    @Test
    void instances_that_know_nothing_of_each_other_still_run_it_once() {
        // No shield between them: only the database decides.
        List<Idempotency<String>> instances = java.util.stream.Stream.generate(
                        () -> lab.instance(3, ProtocolObserver.NONE).of(Lab.answers()))
                .limit(8)
                .toList();

        for (int round = 0; round < 20; round++) {
            String key = "round-" + round;
            Blows<Outcome<String>> blows = Hammer.of(24)
                    .strike(i -> instances.get(i % instances.size()).once(Lab.attempt(key), Lab::effect));

            assertThat(blows.failures()).isEmpty();
            assertThat(blows.count(Outcome.FirstRun.class::isInstance)).isEqualTo(1);
            assertThat(blows.count(Outcome.Replay.class::isInstance)).isEqualTo(23);
            assertThat(lab.effects(key)).isEqualTo(1);
        }
    }

    @Test
    void ten_thousand_attempts_over_a_thousand_keys_have_a_thousand_effects() {
        Idempotencies instance = lab.instance(16, ProtocolObserver.NONE);
        Idempotency<String> idempotency = instance.of(Lab.answers());
        Map<String, java.util.Set<String>> answers = new ConcurrentHashMap<>();

        Blows<Integer> blows = Hammer.of(16)
                .within(java.time.Duration.ofMinutes(2))
                .strike(caller -> {
                    for (int n = 0; n < 625; n++) {
                        // 7919 is prime to 1000, so the callers walk the same keys in different orders.
                        String key = "key-" + (caller * 131 + n * 7919) % 1000;
                        Outcome<String> outcome = idempotency.once(Lab.attempt(key), Lab::effect);
                        answers.computeIfAbsent(key, k -> ConcurrentHashMap.newKeySet())
                                .add(result(outcome));
                    }
                    return caller;
                });

        assertThat(blows.failures()).isEmpty();
        assertThat(lab.number("select count(*) from lab.effects"))
                .isEqualTo(answers.size())
                .isEqualTo(1000);
        assertThat(answers).allSatisfy((key, seen) -> assertThat(seen).containsExactly("done " + key));
    }

    @Test
    void a_ledger_that_stores_nothing_runs_once_too() {
        Idempotency<Done> idempotency = lab.instance().of(Lab.claims());

        Blows<Outcome<Done>> blows = Hammer.of(25)
                .strike(i -> idempotency.once(Lab.attempt("bare"), claim -> {
                    Lab.effect(claim);
                    return Done.DONE;
                }));

        assertThat(blows.failures()).isEmpty();
        assertThat(blows.answers().stream().collect(Collectors.groupingBy(Object::getClass, Collectors.counting())))
                .isEqualTo(Map.of(Outcome.FirstRun.class, 1L, Outcome.Replay.class, 24L));
        assertThat(lab.effects("bare")).isEqualTo(1);
    }

    @Test
    void the_same_key_in_two_scopes_is_two_attempts() {
        Idempotency<String> idempotency = lab.instance().of(Lab.answers());
        var acme = Lab.attempt("shared");
        var globex = dev.once.core.Attempt.of(new dev.once.core.Scope("globex"), acme.key(), acme.fingerprint());

        assertThat(idempotency.once(acme, Lab::effect)).isInstanceOf(Outcome.FirstRun.class);
        assertThat(idempotency.once(globex, Lab::effect)).isInstanceOf(Outcome.FirstRun.class);
        assertThat(lab.effects("shared")).isEqualTo(2);
    }

    @Test
    void the_same_key_for_something_else_is_reused_and_nothing_runs() {
        Idempotency<String> idempotency = lab.instance().of(Lab.answers());
        Idempotency<String> elsewhere = lab.instance().of(Lab.answers());
        idempotency.once(Lab.attempt("key", "pay 10"), Lab::effect);

        assertThat(idempotency.once(Lab.attempt("key", "pay 99"), Lab::effect)).isInstanceOf(Outcome.KeyReused.class);
        assertThat(elsewhere.once(Lab.attempt("key", "pay 99"), Lab::effect)).isInstanceOf(Outcome.KeyReused.class);
        assertThat(lab.effects("key")).isEqualTo(1);
    }

    @Test
    void the_first_caller_is_told_what_every_replay_will_say() {
        var lossy = dev.once.core.Ledger.named("answers")
                .table("lab.answers")
                .fingerprint("fingerprint")
                .storing(dev.once.core.Stored.<String>as(
                        "answer", answer -> answer.toLowerCase(java.util.Locale.ROOT), answer -> answer));
        Idempotency<String> idempotency = lab.instance().of(lossy);

        assertThat(idempotency.once(Lab.attempt("key"), claim -> "LOUD")).isEqualTo(new Outcome.FirstRun<>("loud"));
        assertThat(idempotency.once(Lab.attempt("key"), claim -> "LOUD")).isEqualTo(new Outcome.Replay<>("loud"));
    }

    static String result(Outcome<String> outcome) {
        return outcome.fold(first -> first, replay -> replay, wait -> "in flight", () -> "reused");
    }
}
