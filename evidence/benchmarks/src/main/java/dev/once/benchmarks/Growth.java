package dev.once.benchmarks;

import dev.once.benchmarks.contestants.Ground;
import java.util.ArrayList;
import java.util.List;

/** The same ledger with ten thousand, a million and ten million rows, side by side: what a claim and a replay cost in each. */
final class Growth {

    private static final int THREADS = 8;

    record Result(List<GrownLedger> ledgers, Series claims, Series replays) {}

    private final Options options;
    private final Progress progress;

    Growth(Options options, Progress progress) {
        this.options = options;
        this.progress = progress;
    }

    Result run(Ground ground) throws Exception {
        List<GrownLedger> ledgers = new ArrayList<>();
        for (int rows : options.smoke() ? new int[] {100, 1_000} : new int[] {10_000, 1_000_000, 10_000_000}) {
            progress.say("growth: filling a ledger with %,d rows", rows);
            ledgers.add(new GrownLedger(ground, rows));
        }
        ground.run("checkpoint");
        for (GrownLedger ledger : ledgers) {
            Load.warmUp(THREADS, options.warmUp(), ledger::claim);
        }
        Series claims = new Series();
        Series replays = new Series();
        for (int round = 0; round < options.rounds(); round++) {
            for (GrownLedger ledger : ledgers) {
                claims.add(ledger.name(), ledger.claims(THREADS, options.slice()));
            }
            for (GrownLedger ledger : ledgers) {
                replays.add(ledger.name(), Load.run(THREADS, options.slice(), ledger.replays()));
            }
            progress.say("growth, round %d of %d", round + 1, options.rounds());
        }
        ledgers.forEach(GrownLedger::measure);
        return new Result(ledgers, claims, replays);
    }
}
