package dev.once.benchmarks;

import dev.once.benchmarks.contestants.Contestant;
import dev.once.benchmarks.contestants.Contestant.Answer;
import dev.once.benchmarks.contestants.Ground;
import dev.once.benchmarks.contestants.HandWrittenStored;
import dev.once.benchmarks.contestants.Key;
import dev.once.benchmarks.contestants.OnceStored;
import dev.once.benchmarks.contestants.Slow;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A thousand callers of one slow key beside normal traffic on the same small pool: what the normal traffic loses. */
final class Storm {

    static final int CONNECTIONS = 10;
    static final int NORMAL = 8;
    static final Duration PATIENCE = Duration.ofSeconds(3);
    static final String QUIET = ": quiet";
    static final String STORMY = ": in the storm";

    private final Options options;
    private final Progress progress;
    private final int callers;
    private final Duration time;

    Storm(Options options, Progress progress) {
        this.options = options;
        this.progress = progress;
        this.callers = options.smoke() ? 100 : 1000;
        this.time = options.smoke() ? Duration.ofMillis(200) : Duration.ofMillis(1500);
    }

    int callers() {
        return callers;
    }

    Series run(Ground ground) throws Exception {
        Series series = new Series();
        OnceStored once = new OnceStored(ground);
        HandWrittenStored handWritten = new HandWrittenStored(ground);
        for (Contestant contestant : new Contestant[] {once, handWritten}) {
            Load.warmUp(NORMAL, options.warmUp(), () -> contestant.attempt(Key.fresh()));
        }
        for (int round = 0; round < options.rounds(); round++) {
            series.add(once.name() + QUIET, quiet(once));
            series.add(once.name() + STORMY, stormy(once, once::slowAttempt));
            series.add(handWritten.name() + QUIET, quiet(handWritten));
            series.add(handWritten.name() + STORMY, stormy(handWritten, handWritten::slowAttempt));
            progress.say("storm, round %d of %d", round + 1, options.rounds());
        }
        return series;
    }

    private Sample quiet(Contestant contestant) throws Exception {
        return Load.run(NORMAL, time, () -> contestant.attempt(Key.fresh()));
    }

    private Sample stormy(Contestant contestant, Slow slow) throws Exception {
        AtomicInteger generation = new AtomicInteger();
        long started = System.nanoTime();
        Load storm = Load.start(callers, () -> {
            int mine = generation.get();
            Answer answer = slow.attempt(new Key("tenant-0", "slow-" + started + "-" + mine));
            if (answer == Answer.TRY_LATER) {
                pause();
            } else {
                // Done: the next slow key is stormed.
                generation.compareAndSet(mine, mine + 1);
            }
        });
        pause();
        Sample sample = quiet(contestant);
        storm.stop();
        return sample;
    }

    /** An impatient client. */
    private static void pause() throws InterruptedException {
        new CountDownLatch(1).await(200, TimeUnit.MILLISECONDS);
    }
}
