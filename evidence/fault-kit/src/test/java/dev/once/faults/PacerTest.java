package dev.once.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class PacerTest {

    @Test
    void a_moment_is_never_reached_early_and_hardly_late() {
        var pacer = new Pacer();
        for (long nanos : new long[] {50_000, 500_000, 1_000_000, 3_000_000}) {
            var late = new long[100];
            for (int i = 0; i < late.length; i++) {
                long due = System.nanoTime() + nanos;
                pacer.holdUntil(due);
                late[i] = System.nanoTime() - due;
            }
            Arrays.sort(late);
            assertThat(late[0])
                    .as("the earliest, in nanoseconds after the moment")
                    .isNotNegative();
            // The lower quartile says what the pacer does, not what else the machine is doing.
            assertThat(late[late.length / 4]).as("lateness for %d ns", nanos).isLessThan(200_000);
        }
    }
}
