package dev.once.showcase.broken;

import static org.assertj.core.api.Assertions.assertThat;

import dev.once.faults.verdict.Damage;
import dev.once.faults.verdict.Step;
import dev.once.showcase.lab.LabDatabase;
import dev.once.showcase.lab.Result;
import dev.once.showcase.lab.Trial;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each broken variant does the damage that its label says, each time; and the right one comes through the same ordeal clean. */
class BrokenTest {

    private static final int SENDS = 25;

    /** How many payments the doublers book of 25 sends of one payment. */
    private static final Map<Broken, Integer> BOOKED = Map.ofEntries(
            Map.entry(Broken.CHECK_THEN_INSERT, SENDS),
            Map.entry(Broken.CHECK_THEN_INSERT_IN_TRANSACTION, SENDS),
            Map.entry(Broken.FOR_UPDATE_ON_MISSING_ROW, SENDS),
            Map.entry(Broken.IN_MEMORY_SET, 2),
            Map.entry(Broken.CLAIM_AFTER_THE_WORK, 2),
            Map.entry(Broken.WORK_ON_ANOTHER_CONNECTION, 2),
            Map.entry(Broken.KEY_MINTED_BY_THE_SERVER, SENDS),
            Map.entry(Broken.TTL_EXPIRES_MID_WORK, 2),
            Map.entry(Broken.RETENTION_UNDER_THE_HORIZON, 2),
            Map.entry(Broken.BODY_HASH_AS_KEY, SENDS),
            Map.entry(Broken.SIGNATURE_HEADER_AS_KEY, SENDS),
            Map.entry(Broken.OPTIONAL_KEY, SENDS),
            Map.entry(Broken.MAIL_INSIDE_THE_CLAIM, 1));

    private static LabDatabase lab;

    @BeforeAll
    static void open() {
        lab = LabDatabase.open();
    }

    @AfterAll
    static void close() {
        lab.close();
    }

    @ParameterizedTest
    @EnumSource
    void does_the_damage_on_its_label_every_time(Broken broken) {
        for (int round = 0; round < 3; round++) {
            var verdict = run(broken, SENDS).verdict();
            switch (broken.damage()) {
                case DOUBLED -> {
                    if (broken.ordeal().countsOutside()) {
                        assertThat(verdict.outside()).as("outside").isEqualTo(2);
                    }
                    assertThat(verdict.effects()).isEqualTo(BOOKED.get(broken).longValue());
                    assertThat(verdict.has(Damage.DOUBLED)).isTrue();
                }
                case LOST -> {
                    assertThat(verdict.effects()).isEqualTo(broken.ordeal().countsOutside() ? 1 : 0);
                    assertThat(verdict.outside()).isZero();
                    assertThat(verdict.has(Damage.LOST)).isTrue();
                }
                case STUCK -> assertThat(verdict.shown(Damage.STUCK)).isEqualTo(SENDS);
                case LEAKED -> {
                    assertThat(verdict.shown(Damage.LEAKED)).isEqualTo(12);
                    assertThat(verdict.effects()).as("of two that are owed").isEqualTo(1);
                }
                case WRONG_ANSWER -> {
                    assertThat(verdict.has(Damage.WRONG_ANSWER)).isTrue();
                    assertThat(verdict.effects()).isEqualTo(1);
                }
                default -> throw new AssertionError(broken.damage() + " is no damage of a lab");
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void the_right_one_comes_through_the_same_ordeal_clean(Broken broken) {
        for (int round = 0; round < 3; round++) {
            var result = Trial.run(lab.right(), broken.ordeal(), SENDS, lab.tables());
            assertThat(result.verdict().isClean()).as("%s", result).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    void two_workers_are_enough_and_their_timeline_tells_the_story(Broken broken) {
        Result result = run(broken, 2);
        assertThat(result.verdict().isClean()).as("%s", result).isFalse();
        assertThat(broken.number(result.verdict()))
                .as("the number that is shown")
                .isNotEqualTo(broken.number(
                        Trial.run(lab.right(), broken.ordeal(), 2, lab.tables()).verdict()));
        assertThat(result.timeline()).extracting(Step::micros).isSorted();
        assertThat(result.timeline()).extracting(Step::worker).contains(0);
    }

    @Test
    void there_are_twenty_two_and_every_damage_that_a_lab_can_do_is_among_them() {
        assertThat(Broken.values()).hasSize(22);
        assertThat(Stream.of(Broken.values()).map(Broken::damage).collect(Collectors.toSet()))
                .containsExactlyInAnyOrder(
                        Damage.DOUBLED, Damage.LOST, Damage.STUCK, Damage.LEAKED, Damage.WRONG_ANSWER);
    }

    private static Result run(Broken broken, int sends) {
        return Trial.run(broken.twoInstances(lab.dataSource()), broken.ordeal(), sends, lab.tables());
    }
}
