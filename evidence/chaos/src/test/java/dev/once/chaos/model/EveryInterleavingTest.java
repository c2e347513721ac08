package dev.once.chaos.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.once.chaos.model.Explorer.Findings;
import dev.once.chaos.model.World.Faults;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Not a sample: every order of claim, wait, take-over, sweep, rollback and crash that a few attempts of one key can have. */
class EveryInterleavingTest {

    private static final Faults TWO_OF_EACH = new Faults(2, 1, 2, 2, 1);
    private static final Faults ONE_OF_EACH = new Faults(1, 1, 1, 1, 1);

    @Test
    void two_attempts_with_two_crashes_expiries_and_sweeps_do_no_damage() {
        assertHarmless(World.of(TWO_OF_EACH, 1, 1));
    }

    @Test
    void three_attempts_do_no_damage() {
        assertHarmless(World.of(TWO_OF_EACH, 1, 1, 1));
    }

    @Test
    void three_attempts_of_which_one_asks_for_something_else_do_no_damage() {
        assertHarmless(World.of(TWO_OF_EACH, 1, 1, 2));
    }

    @ParameterizedTest
    @EnumSource(Wrong.class)
    void the_model_finds_what_is_wrong_with(Wrong variant) {
        Findings findings = Explorer.explore(variant.protocol, World.of(ONE_OF_EACH, 1, 2, 1));

        assertThat(findings.damages()).containsKey(variant.damage);
        System.out.printf(
                "%s: %s by %s%n", variant, variant.damage, findings.damages().get(variant.damage));
    }

    private static void assertHarmless(World start) {
        Findings findings = Explorer.explore(new Once(), start);

        assertThat(findings.damages()).isEmpty();
        assertThat(findings.worlds()).as("worlds seen").isGreaterThan(1_000);
        System.out.printf(
                "%d attempts: %,d worlds, no damage%n", start.workers().size(), findings.worlds());
    }
}
