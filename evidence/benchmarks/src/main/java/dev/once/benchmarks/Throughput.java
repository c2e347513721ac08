package dev.once.benchmarks;

import dev.once.benchmarks.contestants.Contestant;
import dev.once.benchmarks.contestants.Contestant.Answer;
import dev.once.benchmarks.contestants.Key;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

/** First attempts and duplicates of all contestants, in rounds where everyone has a turn, each time in another order. */
final class Throughput {

    private final Options options;
    private final Progress progress;
    private final int doneKeys;

    Throughput(Options options, Progress progress) {
        this.options = options;
        this.progress = progress;
        this.doneKeys = options.smoke() ? 10 : 100;
    }

    /** The just-in-time compiler has seen every contestant before the first round. */
    void warmUp(List<Contestant> contestants, int threads) throws Exception {
        for (Contestant contestant : contestants) {
            Load.warmUp(threads, options.warmUp(), () -> firstAttempt(contestant));
            if (contestant.notices()) {
                Load.warmUp(threads, options.warmUp(), duplicates(contestant));
            }
        }
    }

    Series firstAttempts(List<Contestant> contestants, int threads) throws Exception {
        Series series =
                rounds(contestants, contestant -> Load.run(threads, options.slice(), () -> firstAttempt(contestant)));
        tell("first attempts", threads, series);
        return series;
    }

    Series duplicates(List<Contestant> contestants, int threads) throws Exception {
        Series series = rounds(contestants, contestant -> Load.run(threads, options.slice(), duplicates(contestant)));
        tell("duplicates", threads, series);
        return series;
    }

    @FunctionalInterface
    interface Turn<T> {
        Sample of(T contestant) throws Exception;
    }

    private Series rounds(List<Contestant> contestants, Turn<Contestant> turn) throws Exception {
        Series series = new Series();
        contestants.forEach(contestant -> series.enter(contestant.name()));
        for (int round = 0; round < options.rounds(); round++) {
            List<Contestant> order = new ArrayList<>(contestants);
            Collections.shuffle(order, new Random(round));
            for (Contestant contestant : order) {
                series.add(contestant.name(), turn.of(contestant));
            }
        }
        return series;
    }

    private static void firstAttempt(Contestant contestant) throws Exception {
        require(Answer.DID_IT, contestant.attempt(Key.fresh()));
    }

    private Load.Operation duplicates(Contestant contestant) throws Exception {
        List<Key> done = contestant.doneKeys(doneKeys);
        AtomicInteger next = new AtomicInteger();
        return () -> require(
                Answer.WAS_DONE, contestant.attempt(done.get(Math.floorMod(next.getAndIncrement(), done.size()))));
    }

    private static void require(Answer expected, Answer given) {
        if (given != expected) {
            throw new IllegalStateException("The answer was " + given + " and not " + expected + ".");
        }
    }

    private void tell(String what, int threads, Series series) {
        progress.say("%s, %d thread%s", what, threads, threads == 1 ? "" : "s");
        progress.tell(series);
    }
}
