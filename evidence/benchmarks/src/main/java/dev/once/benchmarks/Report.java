package dev.once.benchmarks;

import static dev.once.benchmarks.Field.FLOOR;
import static dev.once.benchmarks.Field.HAND_WRITTEN;
import static dev.once.benchmarks.Markdown.millis;
import static dev.once.benchmarks.Markdown.perSecond;
import static dev.once.benchmarks.Markdown.ratio;
import static dev.once.benchmarks.Markdown.yes;

import dev.once.benchmarks.Series.Spread;
import java.io.IOException;
import java.nio.file.Files;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Writes `benchmarks.md`; the growth of the ledger, which takes long, has a file of its own. */
final class Report {

    private static final String HOW =
            """
            # Benchmarks

            What a claim costs: against no protection at all, hand-written SQL, and the libraries that come nearest. Made by `./once bench` on %s; do it again on your machine.

            - Every contestant does the same work: claim a key and insert one business row in a transaction that is synced to disk; and the duplicate, which does nothing. A real PostgreSQL, on the same machine as the client.
            - Everything is warmed up until it gets no faster: in slices, until one is not more than 3 %% above the best before it.
            - Rounds are interleaved: in each, every contestant has its turn. A figure is the median of %d rounds with the least and the most in brackets; a ratio is taken inside each round first. So compare ratios, not the numbers per second, which are this machine's.
            - The same pool size (%d), driver and driver settings for all; keys are random UUIDs of eight tenants. Every library is called as its documentation says, without routes or channels around it. All log as they do by default, in Boot's pattern: where libraries are called directly the lines are made and written to `/dev/null`, over HTTP into a pipe.
            """;

    private final Options options;
    private final Results results;
    private final Map<String, String> machine;

    Report(Options options, Results results, Map<String, String> machine) {
        this.options = options;
        this.results = results;
        this.machine = machine;
    }

    void write() throws IOException {
        Files.createDirectories(options.docs());
        Files.writeString(options.docs().resolve("benchmarks.md"), everyday().toString());
        if (results.growth != null || results.sweep != null) {
            Files.writeString(
                    options.docs().resolve("benchmarks-long.md"),
                    new LongReport(options, results, machine).text().toString());
        }
    }

    private Markdown everyday() {
        Markdown page = new Markdown();
        page.say(HOW, LocalDate.now(java.time.ZoneOffset.UTC), options.rounds(), Main.CONNECTIONS);
        targets(page, new Targets(results).all());
        if (!results.firstAttempts.isEmpty()) {
            throughput(page, "First attempts", results.firstAttempts);
            throughput(page, "Duplicates", results.duplicates);
            page.say(
                    "\nA duplicate that this JVM has seen is read first, in one round trip; a key that only another process has seen is found by losing the insert. Only the fact that a key was seen is remembered, never its outcome.");
            costs(page);
            traits(page);
        }
        races(page);
        network(page);
        storm(page);
        http(page);
        ways(page);
        page.heading("The machine").head("", "");
        machine.forEach((name, value) -> page.row(name, value));
        results.notes.forEach(note -> page.say("\n" + note));
        page.say(
                "\nThe ledger's growth and the sweep under load take longer: `./once bench --long` writes them to [benchmarks-long.md](benchmarks-long.md).");
        return raw(page);
    }

    private static void targets(Markdown page, List<Targets.Target> targets) {
        page.heading("Promised and measured").head("", "promised", "measured", "");
        targets.forEach(target -> page.row(target.what(), target.promised(), target.measured(), target.verdict()));
        Map<String, List<String>> missed = new LinkedHashMap<>();
        targets.stream()
                .filter(target -> !target.met() && !target.why().isEmpty())
                .forEach(target -> missed.computeIfAbsent(target.why(), why -> new ArrayList<>())
                        .add(target.what() + ", " + target.measured()));
        if (!missed.isEmpty()) {
            page.say("\nWhy not:\n");
            missed.forEach((why, what) -> page.say("- %s: %s", String.join("; ", what), why));
        }
        page.say(
                "\nWhat was measured by hand is in `evidence/benchmarks/src/main/resources/by-hand.txt`; `evidence/benchmarks/measure-start.sh` prints two of its lines.");
    }

    private void throughput(Markdown page, String title, Map<Integer, Series> byThreads) {
        page.heading(title);
        Series eight = byThreads.get(Targets.THREADS);
        if (eight != null) {
            page.bars(title + " per second, 8 threads", eight.perSecond());
        }
        byThreads.forEach((threads, series) -> {
            page.head(
                    threads + (threads == 1 ? " thread" : " threads"),
                    "per second",
                    "vs hand-written",
                    "vs no protection",
                    "p50",
                    "p99");
            for (String name : series.contestants()) {
                page.row(
                        name,
                        perSecond(series.perSecond(name)),
                        ratio(series.ratio(name, HAND_WRITTEN)),
                        series.has(FLOOR) ? ratio(series.ratio(name, FLOOR)) : "",
                        millis(series.spread(name, Sample::p50Millis)),
                        millis(series.spread(name, Sample::p99Millis)));
            }
            page.say("");
        });
    }

    private void costs(Markdown page) {
        if (results.costs.isEmpty()) {
            return;
        }
        page.heading("Profile: the processor time of a first attempt");
        page.say("One thread, microseconds on a processor (not waiting), here and in the server's process.\n");
        page.head("", "client", "server", "both");
        results.costs.forEach(cost -> page.row(
                cost.contestant(),
                micros(cost.clientMicros()),
                micros(cost.serverMicros()),
                micros(cost.clientMicros() + cost.serverMicros())));
        page.say(
                "\nWhat Once adds to hand-written SQL: Spring's `JdbcClient` around the work's statements (with `?` as everybody else here; names such as `:key` cost some 10 µs more); the shield, the share of the pool, the counters; and in the claim's own round trip two short statements that bound the wait for a running attempt of the same key.");
    }

    private static String micros(double value) {
        return value == 0 ? "" : String.format(Locale.ROOT, "%.0f", value);
    }

    private void traits(Markdown page) {
        page.heading("What they do and do not do");
        page.head(
                "",
                "what it is",
                "claim and work commit together",
                "notices another request under a used key",
                "gives the first answer back",
                "bounds the wait for a running one",
                "a crash leaves nothing to clean up");
        results.traits.forEach((name, traits) -> page.row(
                name,
                traits.library(),
                yes(traits.atomic()),
                yes(traits.fingerprint()),
                yes(traits.storedAnswer()),
                yes(traits.boundedWait()),
                yes(traits.healsAfterCrash())));
        page.say(
                "\nThe lease is no library but the shape that many services write by hand. transaction-outbox commits the request and does it in a second transaction: it is not lost, but the caller does not get its result.");
    }

    private void races(Markdown page) {
        if (results.races.isEmpty()) {
            return;
        }
        Race.Result first = results.races.get(0);
        page.heading("In a race");
        page.say(
                "%d callers at the same moment with the same new key, %d keys one after the other.\n",
                first.callers(), first.keys());
        page.head(
                "",
                "business rows for " + first.keys() + " keys",
                "told 'done now'",
                "told 'was done'",
                "told 'try later'",
                "got an error");
        results.races.forEach(race -> page.row(
                race.contestant(),
                race.effects() == race.keys() ? race.effects() : "**" + race.effects() + "**",
                race.did(),
                race.wasDone(),
                race.tryLater(),
                race.errorCount() == 0
                        ? "0"
                        : "**" + race.errorCount() + "** " + race.errors().keySet()));
    }

    private void network(Markdown page) {
        if (results.roundTrips.isEmpty()) {
            return;
        }
        page.heading("Round trips, and a network of one millisecond");
        page.say(
                "Counted by a proxy between client and server, which then delays each by 1 ms: what a deployment pays whose database is another machine. 8 threads.\n");
        page.head(
                "",
                "round trips of a first attempt",
                "of a duplicate",
                "first attempts per second",
                "vs hand-written",
                "duplicates per second",
                "vs hand-written");
        Series first = results.networkFirst == null ? new Series() : results.networkFirst;
        Series again = results.networkDuplicates == null ? new Series() : results.networkDuplicates;
        for (RoundTrips.Count count : results.roundTrips) {
            String name = count.contestant();
            page.row(
                    name,
                    count.firstAttempt() == 0 ? "" : count.firstAttempt(),
                    count.duplicate() == 0 ? "" : count.duplicate(),
                    first.has(name) ? perSecond(first.perSecond(name)) : "",
                    first.has(name) ? ratio(first.ratio(name, HAND_WRITTEN)) : "",
                    again.has(name) ? perSecond(again.perSecond(name)) : "",
                    again.has(name) ? ratio(again.ratio(name, HAND_WRITTEN)) : "");
        }
        if (results.networkFirst != null) {
            page.bars("First attempts per second, 1 ms per round trip", first.perSecond());
        }
    }

    private void storm(Markdown page) {
        Series storm = results.storm;
        if (storm == null) {
            return;
        }
        page.heading("Storm");
        page.say(
                "%,d callers hammer one key whose work takes a second, beside %d threads of normal traffic on the same pool of %d connections.\n",
                results.stormCallers, Storm.NORMAL, Storm.CONNECTIONS);
        page.head(
                "normal traffic",
                "quiet, per second",
                "in the storm",
                "ratio",
                "p99 quiet",
                "p99 in the storm",
                "errors in the storm");
        for (String name : List.of(Field.ONCE_STORED, Field.HAND_WRITTEN_STORED)) {
            page.row(
                    name,
                    perSecond(storm.perSecond(name + Storm.QUIET)),
                    perSecond(storm.perSecond(name + Storm.STORMY)),
                    ratio(storm.ratio(name + Storm.STORMY, name + Storm.QUIET)),
                    millis(storm.spread(name + Storm.QUIET, Sample::p99Millis)),
                    millis(storm.spread(name + Storm.STORMY, Sample::p99Millis)),
                    storm.errors(name + Storm.STORMY));
        }
        page.bars("Normal traffic beside a storm on one key, per second", storm.perSecond());
        page.say(
                "\nOnce lets one caller per key go to the database; the others wait in memory or are told to come back. Hand-written SQL lets every caller wait on a connection, until there is none left.");
    }

    private void ways(Markdown page) {
        Series ways = results.ways;
        if (ways == null) {
            return;
        }
        page.heading("Growing past one server");
        page.say(
                "First attempts of a claim-only ledger, %d threads. Every server runs on this one machine, so this is what each way *costs*; what it gains begins with a second machine. How to set each up: [scaling](scaling.md).\n",
                Targets.THREADS);
        page.head("", "claims per second", "vs one PostgreSQL", "p50", "p99");
        for (String way : ways.contestants()) {
            page.row(
                    way,
                    perSecond(ways.perSecond(way)),
                    ratio(ways.ratio(way, Ways.PLAIN)),
                    millis(ways.spread(way, Sample::p50Millis)),
                    millis(ways.spread(way, Sample::p99Millis)));
        }
    }

    private void http(Markdown page) {
        if (results.http.isEmpty()) {
            return;
        }
        page.heading("Over HTTP");
        page.say(
                "The four packaged applications under their demo settings, with everything that a real one has: sign-in or signature, limits, metrics, a log line for each attempt. Beside each a bare endpoint of Spring MVC and JDBC in a process of its own, without any of that and without a key, which takes the same request and inserts the same rows in one transaction; and, for the replay, reads one row by its primary key. What counts for jobs is what the request itself writes: the run and its message; the queue gets it later. %d clients, on the same cores as application and database. The last column is the processor time of the application's process for one request; [where it goes](profile.md).\n",
                Http.CLIENTS);
        page.head("", "requests per second", "vs the bare endpoint", "p50", "p99", "in the app");
        Map<String, Spread> bars = new LinkedHashMap<>();
        results.http.forEach((app, series) -> {
            for (String kind : series.contestants()) {
                page.row(
                        app + ": " + kind,
                        perSecond(series.perSecond(kind)),
                        ratio(series.ratio(kind, Http.bareFor(kind))),
                        millis(series.spread(kind, Sample::p50Millis)),
                        millis(series.spread(kind, Sample::p99Millis)),
                        "%.0f µs"
                                .formatted(
                                        series.spread(kind, Sample::appMicros).median()));
                bars.put(app + ": " + kind, series.perSecond(kind));
            }
        });
        page.bars("HTTP requests per second", bars);
        if (results.start != null) {
            page.say(
                    "\nThe first ten seconds after a start, from the first healthy answer on, beside a process that is warm: %s and %s invoices per second, a ratio of %s.",
                    perSecond(results.start.perSecond(Http.COLD)),
                    perSecond(results.start.perSecond(Http.WARM)),
                    ratio(results.start.ratio(Http.COLD, Http.WARM)));
        }
    }

    private Markdown raw(Markdown page) {
        List<String> lines = new ArrayList<>();
        results.firstAttempts.forEach(
                (threads, series) -> lines(lines, "first attempts, " + threads + " threads", series));
        results.duplicates.forEach((threads, series) -> lines(lines, "duplicates, " + threads + " threads", series));
        if (results.networkFirst != null) {
            lines(lines, "first attempts, 1 ms", results.networkFirst);
        }
        if (results.networkDuplicates != null) {
            lines(lines, "duplicates, 1 ms", results.networkDuplicates);
        }
        if (results.storm != null) {
            lines(lines, "storm", results.storm);
        }
        results.http.forEach((app, series) -> lines(lines, "HTTP, " + app, series));
        if (results.start != null) {
            lines(lines, "HTTP, public-api-app after a start", results.start);
        }
        return page.heading("Raw numbers").details("operations per second, round by round", lines);
    }

    static void lines(List<String> lines, String what, Series series) {
        lines.add(what);
        for (String name : series.contestants()) {
            StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "  %-42s", name));
            series.of(name).forEach(sample -> line.append(String.format(Locale.ROOT, " %9.1f", sample.perSecond())));
            lines.add(line.toString());
        }
    }
}
