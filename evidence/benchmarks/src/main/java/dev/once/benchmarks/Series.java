package dev.once.benchmarks;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/** The samples of several contestants in the same rounds, so that one can be set against another round by round. */
final class Series {

    /** The middle of several rounds, and how far they lie apart. */
    record Spread(double median, double least, double most) {

        static Spread of(double... values) {
            double[] sorted = values.clone();
            Arrays.sort(sorted);
            int middle = sorted.length / 2;
            double median = sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
            return new Spread(median, sorted[0], sorted[sorted.length - 1]);
        }
    }

    private final Map<String, List<Sample>> samples = new LinkedHashMap<>();

    /** Contestants are listed as they enter, whoever has the first turn. */
    void enter(String contestant) {
        samples.put(contestant, new ArrayList<>());
    }

    void add(String contestant, Sample sample) {
        samples.computeIfAbsent(contestant, name -> new ArrayList<>()).add(sample);
    }

    Set<String> contestants() {
        return samples.keySet();
    }

    boolean has(String contestant) {
        return samples.containsKey(contestant);
    }

    List<Sample> of(String contestant) {
        return samples.getOrDefault(contestant, List.of());
    }

    Spread spread(String contestant, ToDoubleFunction<Sample> figure) {
        return Spread.of(of(contestant).stream().mapToDouble(figure).toArray());
    }

    Spread perSecond(String contestant) {
        return spread(contestant, Sample::perSecond);
    }

    Map<String, Spread> perSecond() {
        Map<String, Spread> all = new LinkedHashMap<>();
        contestants().forEach(contestant -> all.put(contestant, perSecond(contestant)));
        return all;
    }

    /** One contestant's throughput as a multiple of another's, each round for itself. */
    Spread ratio(String contestant, String toWhom) {
        List<Sample> mine = of(contestant);
        List<Sample> theirs = of(toWhom);
        double[] ratios = new double[Math.min(mine.size(), theirs.size())];
        for (int round = 0; round < ratios.length; round++) {
            ratios[round] = mine.get(round).perSecond() / theirs.get(round).perSecond();
        }
        return Spread.of(ratios);
    }

    long errors() {
        return contestants().stream().mapToLong(this::errors).sum();
    }

    long errors(String contestant) {
        return of(contestant).stream().mapToLong(Sample::errors).sum();
    }
}
