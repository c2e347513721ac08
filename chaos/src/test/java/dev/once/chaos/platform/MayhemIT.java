package dev.once.chaos.platform;

import static org.assertj.core.api.Assertions.assertThat;

import dev.once.chaos.history.Checker;
import dev.once.chaos.history.History;
import dev.once.chaos.history.Intent;
import dev.once.chaos.history.Load;
import dev.once.chaos.history.Surface;
import dev.once.chaos.history.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** All four surfaces under load while everything goes wrong: nothing doubled, nothing lost, no wrong answer. */
class MayhemIT {

    private static final int MOST = Integer.MAX_VALUE;

    /** Senders of one surface, and how many new intents a second they have. */
    private record Side(Surface surface, History history, Load load) {}

    @Test
    void a_minute_of_every_fault() throws Exception {
        survives("short", Duration.ofSeconds(60));
    }

    @Test
    @Tag("chaos")
    void six_minutes_of_every_fault_again_and_again() throws Exception {
        survives("long", Duration.ofMinutes(6));
    }

    private static void survives(String tag, Duration time) throws Exception {
        Platform platform = Platform.shared();
        platform.heal();
        platform.vendor().unwell(10);
        Map<String, Side> all = new LinkedHashMap<>();
        add(all, "webhooks", new Senders.Providers(platform, tag), 3, 15);
        add(all, "forms", new Senders.People(platform, tag), 2, 6);
        add(all, "jobs", new Senders.Bookkeepers(platform, tag), 2, 3);
        add(all, "api", new Senders.Programs(platform, tag), 3, 15);
        Mayhem mayhem = new Mayhem(platform, Report.SEED, Report.shared()::injected);
        mayhem.badWeather();
        all.values().forEach(senders -> senders.load().start());

        mayhem.rage(time, List.of(Mayhem.Fault.values()), List.of(App.values()));

        all.values().forEach(senders -> senders.load().stopFeeding());
        platform.vendor().well();
        List<Verdict> verdicts = new ArrayList<>();
        for (var senders : all.entrySet()) {
            senders.getValue().load().drain(Duration.ofSeconds(60));
            senders.getValue().load().close();
        }
        Waiting.until("every job has ended", Platform.UNTIL_IDLE, platform::isIdle);
        for (var senders : all.entrySet()) {
            History history = senders.getValue().history();
            Verdict verdict =
                    Checker.verdict(history, senders.getValue().surface().effects());
            Report.shared()
                    .judged(
                            "%s, %d s of faults".formatted(senders.getKey(), time.toSeconds()),
                            verdict,
                            history.statuses());
            verdicts.add(verdict);
        }
        assertThat(verdicts.stream().flatMap(verdict -> verdict.damages().stream()))
                .isEmpty();
        for (Intent statement : all.get("jobs").load().intents()) {
            assertThat(platform.vendor().done("charges", statement.key()))
                    .as("charges of " + statement)
                    .isOne();
            assertThat(platform.vendor().done("emails", statement.key()))
                    .as("e-mails of " + statement)
                    .isOne();
        }
        Report.shared()
                .note(
                        "clocks of two instances",
                        platform.clocksAreApart()
                                ? "two minutes apart"
                                : "not set apart: no libfaketime on this machine");
    }

    private static void add(Map<String, Side> all, String name, Surface surface, int senders, int aSecond) {
        History history = new History();
        all.put(name, new Side(surface, history, new Load(surface, history, Report.SEED, senders, MOST).pace(aSecond)));
    }
}
