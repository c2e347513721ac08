package dev.once.chaos.platform;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;

/** PostgreSQL is away: everybody says so at once, and when it is back nobody has to be restarted. */
class OutageIT {

    /** Much sooner than a client's patience ends, on a machine with other things to do. */
    private static final Duration FAST = Duration.ofSeconds(8);

    @Test
    @Tag("full")
    @DisabledIfSystemProperty(named = Report.ALL, matches = "true", disabledReason = "the long form is longer")
    void twenty_seconds_without_postgresql() throws Exception {
        passes(Duration.ofSeconds(20));
    }

    @Test
    @Tag("chaos")
    void a_minute_without_postgresql() throws Exception {
        passes(Duration.ofSeconds(60));
    }

    private static void passes(Duration time) throws Exception {
        Platform platform = Platform.shared();
        platform.heal();
        Map<App, Calls.Call> calls = Calls.of(platform);
        List<Long> processes =
                platform.all().map(instance -> instance.process().pid()).toList();
        try (Traffic traffic = new Traffic(platform, "outage" + time.toSeconds()).start()) {
            int answers = askWhileItIsAway(platform, calls, time);
            for (Instance instance : platform.all().toList()) {
                String name = "after-" + time.toSeconds();
                Waiting.until(
                        instance + " works again",
                        Duration.ofSeconds(60),
                        () -> calls.get(instance.app())
                                        .send(instance.directAddress(), name)
                                        .statusCode()
                                < 400);
            }
            assertThat(platform.all().map(instance -> instance.process().pid())).isEqualTo(processes);
            traffic.judge("PostgreSQL away for %d s".formatted(time.toSeconds()));
            Report.shared()
                    .note(
                            "PostgreSQL away for %d s".formatted(time.toSeconds()),
                            "%d answers, each 503 with Retry-After; all eight processes recovered by themselves"
                                    .formatted(answers));
        }
    }

    /** Again and again, all eight at once. Returns how many have answered. */
    private static int askWhileItIsAway(Platform platform, Map<App, Calls.Call> calls, Duration time) throws Exception {
        ExecutorService callers = Executors.newFixedThreadPool(8);
        int answers = 0;
        try {
            platform.postgres().stop();
            long end = System.nanoTime() + time.toNanos();
            for (int round = 0; System.nanoTime() < end; round++) {
                String name = "outage-" + time.toSeconds() + "-" + round;
                Map<Instance, Future<HttpResponse<String>>> asked = new LinkedHashMap<>();
                long began = System.nanoTime();
                platform.all()
                        .forEach(instance -> asked.put(instance, callers.submit(() -> calls.get(instance.app())
                                .send(instance.directAddress(), name))));
                for (var one : asked.entrySet()) {
                    HttpResponse<String> answer = one.getValue().get();
                    assertThat(answer.statusCode())
                            .as(one.getKey() + " without a database")
                            .isEqualTo(503);
                    assertThat(answer.headers().firstValue("Retry-After"))
                            .as(one.getKey() + " says when")
                            .isPresent();
                    answers++;
                }
                assertThat(Duration.ofNanos(System.nanoTime() - began))
                        .as("all eight")
                        .isLessThan(FAST);
            }
            return answers;
        } finally {
            callers.shutdownNow();
            platform.postgres().start();
        }
    }
}
