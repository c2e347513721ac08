package dev.once.chaos.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.once.chaos.history.LabSurface.Trick;
import dev.once.faults.verdict.Checker;
import dev.once.faults.verdict.Damage;
import dev.once.faults.verdict.History;
import dev.once.faults.verdict.Ordeal;
import dev.once.faults.verdict.Verdict;
import dev.once.showcase.broken.Broken;
import dev.once.showcase.lab.RightInstances;
import dev.once.showcase.lab.Variant;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The checker's own trial: it must find every broken variant by the senders' notes and the payments alone. */
class LabBehindTheCheckerTest {

    private static final int INTENTS = 80;
    private static final int SENDERS = 12;
    private static final int ROUNDS = 5;

    @Test
    void the_right_one_is_clean_whatever_happens_to_it() throws Exception {
        Verdict verdict = tried(
                1, true, List.of(Trick.values()), pool -> new RightInstances(pool).variants(), Duration.ofSeconds(60));

        System.out.println("right: " + verdict);
        assertThat(verdict.findings()).isEmpty();
        assertThat(verdict.acknowledged()).isEqualTo(INTENTS);
    }

    /**
     * Chance decides who dies when, so it gets a few rounds; not being found in all of them is a failure. The checker counts
     * payments: what is doubled or lost outside, or said wrongly, is the lab's own business.
     */
    @Tag("chaos")
    @ParameterizedTest
    @EnumSource(
            value = Broken.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {
                "MAIL_INSIDE_THE_CLAIM",
                "ENQUEUED_AFTER_THE_COMMIT",
                "NO_FINGERPRINT",
                "OPTIONAL_KEY",
                "ANSWER_BUILT_AGAIN"
            })
    void it_finds(Broken variant) throws Exception {
        List<Trick> tricks = variant.ordeal() == Ordeal.TWO_TENANTS
                ? List.of(Trick.TWO_TENANTS)
                : variant.ordeal() == Ordeal.FORGED_FIRST ? List.of(Trick.FORGERIES) : List.of();
        for (int round = 1; round <= ROUNDS; round++) {
            Verdict verdict = tried(round, false, tricks, variant::twoInstances, patienceFor(variant));
            if (damage(variant).test(verdict)) {
                System.out.println(variant + ": " + verdict);
                return;
            }
        }
        throw new AssertionError(variant + " went through " + ROUNDS + " rounds unnoticed");
    }

    /** Where being stuck is the damage it must be sure that it is not just slow; nor may three days pass too soon. */
    private static Duration patienceFor(Broken variant) {
        boolean sure = variant.damage() == Damage.STUCK || variant.ordeal() == Ordeal.THREE_DAYS_LATER;
        return Duration.ofSeconds(sure ? 8 : 2);
    }

    private static Predicate<Verdict> damage(Broken variant) {
        return verdict -> verdict.has(variant.damage());
    }

    private static Verdict tried(
            long seed,
            boolean fenced,
            List<Trick> tricks,
            Function<DataSource, List<Variant>> variant,
            Duration patience)
            throws Exception {
        History history = new History();
        LabSurface lab = new LabSurface(history, fenced, tricks, variant);
        try (Load load = new Load(lab, history, seed, SENDERS, INTENTS).start()) {
            load.awaitAllBegun();
            load.drain(patience);
            lab.threeDaysPass();
            load.intents().stream().limit(INTENTS / 3).forEach(load::sendAgain);
            load.drain(patience);
            load.close();
            return Checker.verdict(history, lab.effects());
        }
    }
}
