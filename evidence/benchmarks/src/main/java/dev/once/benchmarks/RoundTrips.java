package dev.once.benchmarks;

import dev.once.benchmarks.contestants.Contestant;
import dev.once.benchmarks.contestants.Key;
import dev.once.faults.CuttingProxy;
import java.util.Iterator;
import java.util.List;

/** How often one attempt asks the database and waits for its answer: counted by the proxy, not timed. */
final class RoundTrips {

    private static final int TIMES = 9;
    /** The driver prepares a statement on the server when it has seen it five times. */
    private static final int SETTLED = 12;

    private final CuttingProxy proxy;

    RoundTrips(CuttingProxy proxy) {
        this.proxy = proxy;
    }

    int ofAFirstAttempt(Contestant contestant) throws Exception {
        return median(contestant, Key::fresh);
    }

    int ofADuplicate(Contestant contestant) throws Exception {
        Iterator<Key> keys = contestant.doneKeys(TIMES + SETTLED).iterator();
        return median(contestant, keys::next);
    }

    private int median(Contestant contestant, java.util.function.Supplier<Key> keys) throws Exception {
        for (int i = 0; i < SETTLED; i++) {
            contestant.attempt(keys.get());
        }
        double[] trips = new double[TIMES];
        for (int i = 0; i < TIMES; i++) {
            long before = proxy.traffic().roundTrips();
            contestant.attempt(keys.get());
            trips[i] = proxy.traffic().roundTrips() - before;
        }
        return (int) Series.Spread.of(trips).median();
    }

    /** What one attempt of each kind costs. */
    record Count(String contestant, int firstAttempt, int duplicate) {}

    List<Count> of(Field field) throws Exception {
        List<Count> counts = new java.util.ArrayList<>();
        List<Contestant> noticing = field.forDuplicates();
        for (Contestant contestant : field.forFirstAttempts()) {
            counts.add(new Count(
                    contestant.name(),
                    ofAFirstAttempt(contestant),
                    noticing.contains(contestant) ? ofADuplicate(contestant) : 0));
        }
        Contestant unseen = noticing.get(noticing.size() - 1);
        counts.add(new Count(unseen.name(), 0, ofADuplicate(unseen)));
        return counts;
    }
}
