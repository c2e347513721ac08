package dev.once.chaos.platform;

import static org.assertj.core.api.Assertions.assertThat;

import dev.once.faults.verdict.Damage;
import dev.once.faults.verdict.Verdict;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The primary is lost under load, and its standby promoted. Nobody restarts an app or changes a setting. */
@Tag("full")
class FailoverIT {

    private static final Duration PATIENCE = Duration.ofSeconds(90);

    @Test
    void with_a_synchronous_standby_nothing_acknowledged_is_lost_however_the_primary_goes() throws Exception {
        Platform platform = Platform.shared();
        platform.heal();
        try (Traffic traffic = new Traffic(platform, "failover").start()) {
            for (Platform.Failover how : Platform.Failover.values()) {
                traffic.awaitMore(50);
                Duration served = lose(platform, how);
                Report.shared()
                        .note(
                                "primary lost (" + how + "), standby promoted",
                                "all eight processes served again after %.1f s".formatted(served.toMillis() / 1000.0));
                if (how == Platform.Failover.KILL) {
                    assertThat(served).isLessThan(Duration.ofSeconds(10));
                }
                platform.standbyAgain();
            }
            traffic.judge("failover");
            assertThat(platform.answered500()).isEmpty();
        }
    }

    /** The number to teach with: what an asynchronous standby has not heard of is gone, and the senders were told yes. */
    @Test
    void with_an_asynchronous_standby_what_it_has_not_heard_of_is_lost() throws Exception {
        Platform platform = Platform.shared();
        platform.heal();
        try (Traffic traffic = new Traffic(platform, "asynchronous").start()) {
            traffic.awaitMore(50);
            platform.databases().fallBehind();
            traffic.awaitMore(30);
            platform.failOver(Platform.Failover.KILL);
            traffic.awaitMore(10);
            platform.standbyAgain();
            Map<String, Verdict> verdicts = traffic.end();
            int acknowledged =
                    verdicts.values().stream().mapToInt(Verdict::acknowledged).sum();
            long lost = verdicts.values().stream()
                    .mapToLong(verdict -> verdict.findings(Damage.LOST).size())
                    .sum();
            long changed = verdicts.values().stream()
                    .mapToLong(verdict -> verdict.findings(Damage.WRONG_ANSWER).size())
                    .sum();
            Report.shared()
                    .note(
                            "asynchronous standby, 30 attempts behind",
                            "%d of %d acknowledged attempts lost, %d repeats got another answer"
                                    .formatted(lost, acknowledged, changed));
            assertThat(lost).isPositive();
            assertThat(verdicts.values().stream().flatMap(verdict -> verdict.findings(Damage.DOUBLED).stream()))
                    .isEmpty();
        }
    }

    /** How long until each of the eight processes has served something new. */
    private static Duration lose(Platform platform, Platform.Failover how) throws Exception {
        Map<App, Calls.Call> calls = Calls.of(platform);
        long began = System.nanoTime();
        platform.failOver(how);
        Calls.awaitServed(platform, calls, how.name(), PATIENCE);
        return Duration.ofNanos(System.nanoTime() - began);
    }
}
