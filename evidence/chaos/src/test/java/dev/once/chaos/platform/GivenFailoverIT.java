package dev.once.chaos.platform;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/**
 * A failover of your own: docs/operations/high-availability.md. ONCE_FAILOVER_URL leads to the primary, whichever it is
 * (HAProxy, say); ONCE_FAILOVER_LOSE is a program that loses it.
 */
@Tag("full")
@EnabledIfEnvironmentVariable(named = "ONCE_FAILOVER_URL", matches = ".+")
class GivenFailoverIT {

    private static final Duration PATIENCE = Duration.ofSeconds(120);

    @Test
    void nothing_acknowledged_is_lost_nothing_doubled_and_nobody_hears_500() throws Exception {
        Platform platform = new Platform(GivenDatabase.of("ONCE_FAILOVER"), Map.of());
        try (Traffic traffic = new Traffic(platform, "given").start()) {
            traffic.awaitMore(100);
            Map<App, Calls.Call> calls = Calls.of(platform);
            long began = System.nanoTime();
            assertThat(new ProcessBuilder(System.getenv("ONCE_FAILOVER_LOSE"))
                            .inheritIO()
                            .start()
                            .waitFor())
                    .isZero();
            Calls.awaitServed(platform, calls, "given", PATIENCE);
            System.out.printf("served again after %.1f s%n", (System.nanoTime() - began) / 1e9);
            traffic.awaitMore(100);
            traffic.judge("a failover of your own");
            assertThat(platform.answered500()).isEmpty();
        } finally {
            platform.close();
        }
    }
}
