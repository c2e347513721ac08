package dev.once.chaos.platform;

import static dev.once.chaos.platform.Mayhem.Fault.CUT_DATABASE;
import static dev.once.chaos.platform.Mayhem.Fault.FREEZE;
import static dev.once.chaos.platform.Mayhem.Fault.KILL_BOTH;
import static dev.once.chaos.platform.Mayhem.Fault.KILL_ONE;
import static dev.once.chaos.platform.Mayhem.Fault.KILL_POSTGRES;
import static dev.once.chaos.platform.Mayhem.Fault.TERMINATE_CONNECTIONS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.once.chaos.history.Load;
import dev.once.faults.verdict.Checker;
import dev.once.faults.verdict.History;
import dev.once.faults.verdict.Verdict;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;

/** Event, credit, outbox, job, vendor: whichever link is killed when, a customer is charged once and welcomed once. */
class ChainIT {

    private static final List<Mayhem.Fault> EVERY_LINK =
            List.of(KILL_ONE, KILL_BOTH, KILL_POSTGRES, TERMINATE_CONNECTIONS, CUT_DATABASE, FREEZE);

    @Test
    @Tag("full")
    @DisabledIfSystemProperty(named = Report.ALL, matches = "true", disabledReason = "the long form is longer")
    void fifty_events_are_fifty_charges_and_fifty_emails() throws Exception {
        everyEventIsOneChargeAndOneEmail("fifty", 50, 5, Duration.ofSeconds(20));
    }

    @Test
    @Tag("chaos")
    void a_thousand_events_are_a_thousand_charges_and_a_thousand_emails() throws Exception {
        everyEventIsOneChargeAndOneEmail("thousand", 1000, 12, Duration.ofMinutes(2));
    }

    private static void everyEventIsOneChargeAndOneEmail(String tag, int events, int aSecond, Duration time)
            throws Exception {
        Platform platform = Platform.shared();
        platform.heal();
        platform.vendor().unwell(6);
        var surface = new Senders.Checkouts(new Senders.Providers(platform, tag));
        History history = new History();
        try (Load load =
                new Load(surface, history, Report.SEED, 4, events).pace(aSecond).start()) {
            Mayhem mayhem = new Mayhem(platform, Report.SEED + 1, apps -> load.inFlight());
            mayhem.badWeather();
            mayhem.rage(time, EVERY_LINK, List.of(App.WEBHOOKS, App.JOBS));
            load.awaitAllBegun();
            platform.vendor().well();
            assertThat(load.drain(Duration.ofMinutes(2))).as("all acknowledged").isTrue();
            Waiting.until("every job has ended", Platform.UNTIL_IDLE, platform::isIdle);

            Verdict verdict = Checker.verdict(history, surface.effects());
            Report.shared().judged("webhooks", "chain of %d events".formatted(events), verdict, history.statuses());
            assertThat(verdict.findings()).isEmpty();
            assertThat(load.intents()).hasSize(events).allSatisfy(event -> {
                assertThat(platform.vendor().done("charges", event.key()))
                        .as("charges of " + event)
                        .isOne();
                assertThat(platform.vendor().done("emails", event.key()))
                        .as("e-mails of " + event)
                        .isOne();
            });
            Report.shared()
                    .note(
                            "chain of %d events".formatted(events),
                            "%d charges and %d e-mails".formatted(events, events));
        }
    }
}
