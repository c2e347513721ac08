package dev.once.benchmarks;

import dev.once.benchmarks.contestants.Ground;
import dev.once.core.retention.Retention;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;

/** The retention's sweep of a million old claims while new ones are made in the same ledger: what the load loses. */
final class Sweep {

    private static final int THREADS = 8;
    /** Each takes minutes, and is the mean of as many. */
    private static final int MOST_ROUNDS = 3;
    /** The default of once.retention.share. */
    private static final double SHARE = 0.05;

    static final String BEFORE = "no sweep";
    static final String DURING = "during the sweep";

    /** @param seconds how long each sweep took */
    record Result(int rows, Series load, Series.Spread seconds, long left) {}

    private final Options options;
    private final Progress progress;

    Sweep(Options options, Progress progress) {
        this.options = options;
        this.progress = progress;
    }

    Result run(Ground ground) throws Exception {
        int rows = options.smoke() ? 5_000 : 1_000_000;
        Series load = new Series();
        double[] seconds = new double[Math.min(MOST_ROUNDS, options.rounds())];
        long left = 0;
        for (int round = 0; round < seconds.length; round++) {
            GrownLedger ledger = new GrownLedger(ground, rows);
            Retention retention = new Retention(ledger.idempotencies(), List.of(), SHARE, new SimpleMeterRegistry());
            Load.warmUp(THREADS, options.warmUp(), ledger::claim);
            load.add(BEFORE, Load.run(THREADS, options.slice().multipliedBy(2), ledger::claim));
            Load during = Load.start(THREADS, ledger::claim);
            long began = System.nanoTime();
            long swept = retention.sweep().values().stream()
                    .mapToLong(Long::longValue)
                    .sum();
            seconds[round] = (System.nanoTime() - began) / 1e9;
            load.add(DURING, during.stop());
            left += rows - swept;
            progress.say("sweep, round %d: %,d rows in %.1f s", round + 1, swept, seconds[round]);
        }
        return new Result(rows, load, Series.Spread.of(seconds), left);
    }
}
