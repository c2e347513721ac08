package dev.once.benchmarks;

import static dev.once.benchmarks.Markdown.perSecond;
import static dev.once.benchmarks.Markdown.ratio;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The ledger's growth, and the sweep under load. */
final class LongReport {

    private final Options options;
    private final Results results;
    private final Map<String, String> machine;

    LongReport(Options options, Results results, Map<String, String> machine) {
        this.options = options;
        this.results = results;
        this.machine = machine;
    }

    Markdown text() {
        Markdown page = new Markdown();
        page.say("# Benchmarks of a ledger that has grown\n");
        page.say(
                "Made by `./once bench --long` on %s. Medians of %d interleaved rounds, with the least and the most; see [benchmarks.md](benchmarks.md) for how.",
                LocalDate.now(ZoneOffset.UTC), options.rounds());
        List<String> lines = new ArrayList<>();
        if (results.growth != null) {
            growth(page, results.growth);
            Report.lines(lines, "claims", results.growth.claims());
            Report.lines(lines, "replays", results.growth.replays());
        }
        if (results.sweep != null) {
            sweep(page, results.sweep);
            Report.lines(lines, "claims beside a sweep", results.sweep.load());
        }
        page.heading("The machine").head("", "");
        machine.forEach((name, value) -> page.row(name, value));
        return page.heading("Raw numbers").details("operations per second, round by round", lines);
    }

    private void growth(Markdown page, Growth.Result growth) {
        String small = growth.ledgers().get(0).name();
        page.heading("Growth");
        page.say("Random keys, so that a claim touches any page of the index. 8 threads.\n");
        page.head(
                "ledger of",
                "claims per second",
                "cost vs " + small,
                "replays per second",
                "cost vs " + small,
                "index bytes a row",
                "table bytes a row",
                "log bytes a claim");
        for (GrownLedger ledger : growth.ledgers()) {
            page.row(
                    ledger.name(),
                    perSecond(growth.claims().perSecond(ledger.name())),
                    ratio(growth.claims().ratio(small, ledger.name())),
                    perSecond(growth.replays().perSecond(ledger.name())),
                    ratio(growth.replays().ratio(small, ledger.name())),
                    "%.0f".formatted(ledger.indexBytesPerRow()),
                    "%.0f".formatted(ledger.tableBytesPerRow()),
                    "%,.0f".formatted(ledger.walBytesPerClaim()));
        }
        page.bars("Claims per second by the size of the ledger", growth.claims().perSecond());
    }

    private void sweep(Markdown page, Sweep.Result sweep) {
        page.heading("A sweep under load");
        page.say(
                "The retention deletes %,d old claims of a ledger in which 8 threads go on claiming. One sweep took %.1f s (%.1f..%.1f); rows missed: %d.\n",
                sweep.rows(),
                sweep.seconds().median(),
                sweep.seconds().least(),
                sweep.seconds().most(),
                sweep.left());
        page.head("", "claims per second", "vs no sweep");
        for (String when : List.of(Sweep.BEFORE, Sweep.DURING)) {
            page.row(
                    when,
                    perSecond(sweep.load().perSecond(when)),
                    ratio(sweep.load().ratio(when, Sweep.BEFORE)));
        }
    }
}
