package dev.once.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class HammerTest {

    @Test
    void all_callers_are_at_work_at_the_same_time_on_however_few_cores() {
        // Nobody passes this one unless two hundred are inside at once.
        var inside = new CyclicBarrier(200);
        var blows = Hammer.of(200).strike(i -> inside.await(10, TimeUnit.SECONDS));
        assertThat(blows.answersOfAll()).hasSize(200);
    }

    @Test
    void answers_and_failures_are_told_apart_and_keep_their_numbers() {
        var blows = Hammer.of(10).strike(i -> {
            if (i == 3) {
                throw new IllegalStateException("three");
            }
            return i * 2;
        });
        assertThat(blows.answers()).containsExactly(0, 2, 4, 8, 10, 12, 14, 16, 18);
        assertThat(blows.failures()).singleElement().hasToString("java.lang.IllegalStateException: three");
        assertThat(blows.count(answer -> answer > 9)).isEqualTo(5);
        assertThat(blows.all()).extracting(Landed::number).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
        assertThatThrownBy(blows::answersOfAll)
                .isInstanceOf(AssertionError.class)
                .hasMessageStartingWith("1 of 10 blows failed, the first with");
    }

    @Test
    void every_number_is_struck_once_when_each_caller_strikes_often() {
        var counts = new AtomicInteger[400];
        java.util.Arrays.setAll(counts, i -> new AtomicInteger());
        Hammer.of(16).each(25).strike(i -> counts[i].incrementAndGet()).answersOfAll();
        assertThat(counts).allSatisfy(count -> assertThat(count).hasValue(1));
    }

    @Test
    void a_caller_without_an_answer_fails_the_strike_with_a_sentence_and_is_interrupted() throws Exception {
        var interrupted = new CountDownLatch(1);
        assertThatThrownBy(() -> Hammer.of(3).within(Duration.ofMillis(200)).strike(i -> {
                    if (i == 1) {
                        try {
                            new CountDownLatch(1).await();
                        } finally {
                            interrupted.countDown();
                        }
                    }
                    return i;
                }))
                .isInstanceOf(AssertionError.class)
                .hasMessageStartingWith("1 of 3 callers had no answer after 200 ms")
                .hasRootCauseMessage("hammer-1 is here");
        assertThat(interrupted.await(5, TimeUnit.SECONDS)).isTrue();
    }
}
