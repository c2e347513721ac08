package dev.once.benchmarks;

import dev.once.benchmarks.contestants.Contestant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What a run has found out; a part that did not run is empty. */
final class Results {

    final Map<Integer, Series> firstAttempts = new TreeMap<>();
    final Map<Integer, Series> duplicates = new TreeMap<>();
    final List<Race.Result> races = new ArrayList<>();
    final Map<String, Contestant.Traits> traits = new java.util.LinkedHashMap<>();
    final List<Cost.Micros> costs = new ArrayList<>();
    final List<RoundTrips.Count> roundTrips = new ArrayList<>();

    @Nullable
    Series networkFirst;

    @Nullable
    Series networkDuplicates;

    @Nullable
    Series storm;

    int stormCallers;

    @Nullable
    Series ways;

    final Map<String, Series> http = new java.util.LinkedHashMap<>();

    @Nullable
    Series start;

    final List<String> notes = new ArrayList<>();
    Growth.@Nullable Result growth;
    Sweep.@Nullable Result sweep;

    /** Errors where none is expected: a race brings some, and a storm on hand-written SQL. */
    long errors() {
        List<@Nullable Series> all = new ArrayList<>(firstAttempts.values());
        all.addAll(duplicates.values());
        all.addAll(http.values());
        all.add(networkFirst);
        all.add(networkDuplicates);
        all.add(ways);
        all.add(start);
        all.add(growth == null ? null : growth.claims());
        all.add(growth == null ? null : growth.replays());
        all.add(sweep == null ? null : sweep.load());
        long errors = storm == null ? 0 : storm.errors(Field.ONCE_STORED + Storm.STORMY);
        for (Series series : all) {
            errors += series == null ? 0 : series.errors();
        }
        return errors;
    }
}
