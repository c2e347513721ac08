package dev.once.chaos.platform;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;

/** All four surfaces under load while everything goes wrong: nothing doubled, nothing lost, no wrong answer. */
class MayhemIT {

    @Test
    @Tag("full")
    @DisabledIfSystemProperty(named = Report.ALL, matches = "true", disabledReason = "the long form is longer")
    void a_minute_of_every_fault() throws Exception {
        survives("short", Duration.ofSeconds(60));
    }

    @Test
    @Tag("chaos")
    void many_minutes_of_every_fault_again_and_again() throws Exception {
        survives("long", Report.BUDGET);
    }

    private static void survives(String tag, Duration time) throws Exception {
        Platform platform = Platform.shared();
        platform.heal();
        platform.vendor().unwell(10);
        try (Traffic traffic = new Traffic(platform, tag).start();
                GrowthWatch watch = new GrowthWatch(platform, traffic, time)) {
            Mayhem mayhem = new Mayhem(platform, Report.SEED, traffic::inFlight);
            mayhem.badWeather();
            mayhem.rage(time, List.of(Mayhem.Fault.values()), List.of(App.values()));
            watch.close();
            platform.vendor().well();
            traffic.judge("%d s of faults".formatted(time.toSeconds()));
        }
        Report.shared()
                .note(
                        "clocks of two instances",
                        platform.clocksAreApart()
                                ? "two minutes apart"
                                : "not set apart: no libfaketime on this machine");
    }
}
