package dev.once.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.once.test.InMemoryEndpoint.Mistake;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Events;

/** The contract's own test: each of its tests goes red for the mistake it is there for. */
class IdempotencyContractTest {

    private static final Map<Mistake, String> NOTICED_BY = Map.ofEntries(
            Map.entry(Mistake.NO_DEDUP, "a_repeat_gets_the_first_answer_and_changes_nothing"),
            Map.entry(Mistake.CHECK_THEN_ACT, "racing_attempts_of_one_key_have_one_effect_and_one_answer"),
            Map.entry(Mistake.REPLAY_SAYS_SOMETHING_ELSE, "a_repeat_gets_the_first_answer_and_changes_nothing"),
            Map.entry(Mistake.ONE_KEY_FOR_ALL, "another_key_is_another_effect"),
            Map.entry(Mistake.PAYLOAD_NOT_COMPARED, "another_payload_under_a_used_key_is_refused_and_spoils_nothing"),
            Map.entry(Mistake.CLAIM_SURVIVES_FAILURE, "failed_work_leaves_nothing_behind_and_the_next_attempt_does_it"),
            Map.entry(Mistake.EFFECT_SURVIVES_FAILURE, "a_race_whose_first_winner_fails_has_one_effect_in_the_end"),
            Map.entry(Mistake.SCOPE_IGNORED, "the_same_key_in_another_scope_is_another_key"),
            Map.entry(Mistake.KEYS_NEVER_EXPIRE, "an_expired_key_is_new_again_for_exactly_one_attempt"),
            Map.entry(Mistake.EXPIRED_KEY_FOR_EVERYBODY, "an_expired_key_is_new_again_for_exactly_one_attempt"),
            Map.entry(Mistake.KEY_OPTIONAL, "an_attempt_without_a_key_is_refused"),
            Map.entry(Mistake.IN_FLIGHT_ANSWERED_AS_DONE, "racing_attempts_of_one_key_have_one_effect_and_one_answer"));

    private static InMemoryEndpoint endpoint = new InMemoryEndpoint();

    @TestFactory
    Stream<DynamicTest> each_mistake_is_noticed() {
        return Arrays.stream(Mistake.values())
                .map(mistake -> DynamicTest.dynamicTest(
                        mistake.name(), () -> assertThat(red(mistake)).contains(NOTICED_BY.get(mistake))));
    }

    @Test
    void each_test_of_the_contract_is_there_for_a_mistake() {
        var tests = Arrays.stream(IdempotencyContract.class.getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(Test.class))
                .map(method -> method.getName())
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(new TreeSet<>(NOTICED_BY.values())).isEqualTo(tests);
    }

    @Test
    void an_endpoint_without_mistakes_passes_all() {
        assertThat(red()).isEmpty();
    }

    @Test
    void what_an_endpoint_does_not_have_is_skipped_not_passed() {
        endpoint = new InMemoryEndpoint();
        Events tests = run(BareEndpoint.class);
        tests.assertStatistics(statistics -> statistics.failed(0).aborted(6).succeeded(3));
    }

    private static Set<String> red(Mistake... mistakes) {
        endpoint = new InMemoryEndpoint(mistakes);
        Events tests = run(FullEndpoint.class);
        tests.assertStatistics(statistics -> statistics.started(9).aborted(0));
        return tests.failed().stream()
                .map(event -> event.getTestDescriptor().getDisplayName().replace("()", ""))
                .collect(Collectors.toSet());
    }

    private static Events run(Class<?> contract) {
        return EngineTestKit.engine("junit-jupiter")
                .configurationParameter("junit.jupiter.conditions.deactivate", "*")
                .selectors(selectClass(contract))
                .execute()
                .testEvents();
    }

    /** The least an adopter writes. Not found by the build, since its name does not end in Test. */
    static class BareEndpoint extends IdempotencyContract {

        @Override
        protected Answer send(String key, String payload) {
            return endpoint.handle("mine", key, payload);
        }

        @Override
        protected long effects() {
            return endpoint.effects();
        }

        @Override
        protected String payload() {
            return "10.00";
        }

        @Override
        protected String otherPayload() {
            return "99.00";
        }

        @Override
        protected boolean comparesPayloads() {
            return false;
        }
    }

    static class FullEndpoint extends BareEndpoint {

        @Override
        protected Answer sendFromAnotherScope(String key, String payload) {
            return endpoint.handle("theirs", key, payload);
        }

        @Override
        protected Answer sendWithoutKey(String payload) {
            return endpoint.handle("mine", null, payload);
        }

        @Override
        protected void expireKeys() {
            endpoint.expireKeys();
        }

        @Override
        protected void failNextWork() {
            endpoint.failNextWork();
        }

        @Override
        protected boolean comparesPayloads() {
            return true;
        }
    }
}
