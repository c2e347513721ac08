package dev.once.benchmarks;

import dev.once.benchmarks.contestants.Contestant;
import dev.once.benchmarks.contestants.Ground;
import dev.once.benchmarks.contestants.Key;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A profile: the processor time of one first attempt, here and in the server. Unlike a throughput it hardly depends on what
 * else the machine does, so it says why one contestant is slower than another.
 */
final class Cost {

    private static final String BACKENDS =
            "select string_agg(pid::text, ',') from pg_stat_activity where backend_type = 'client backend'";

    /** @param serverMicros zero where the system does not tell */
    record Micros(String contestant, double clientMicros, double serverMicros) {}

    private final Ground ground;
    private final Options options;

    Cost(Ground ground, Options options) {
        this.ground = ground;
        this.options = options;
    }

    List<Micros> of(List<Contestant> contestants) throws Exception {
        int attempts = options.smoke() ? 20 : 600;
        Map<String, List<double[]>> rounds = new LinkedHashMap<>();
        for (int round = 0; round <= options.rounds(); round++) {
            List<Contestant> order = new ArrayList<>(contestants);
            Collections.shuffle(order, new Random(round));
            for (Contestant contestant : order) {
                double[] micros = measured(contestant, attempts);
                if (round > 0) {
                    rounds.computeIfAbsent(contestant.name(), name -> new ArrayList<>())
                            .add(micros);
                }
            }
        }
        return contestants.stream()
                .map(Contestant::name)
                .map(name -> new Micros(name, median(rounds, name, 0), median(rounds, name, 1)))
                .toList();
    }

    private double[] measured(Contestant contestant, int attempts) throws Exception {
        // The turn before was another's: this one finds its own code and connections first.
        for (int i = 0; i < attempts / 3; i++) {
            contestant.attempt(Key.fresh());
        }
        List<String> backends = List.of(ground.text(BACKENDS).split(",", -1));
        Map<String, Long> server = nanos(backends);
        long client = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        for (int i = 0; i < attempts; i++) {
            contestant.attempt(Key.fresh());
        }
        double clientNanos = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - client;
        double serverNanos = 0;
        for (Map.Entry<String, Long> after : nanos(backends).entrySet()) {
            serverNanos += after.getValue() - server.getOrDefault(after.getKey(), after.getValue());
        }
        return new double[] {clientNanos / attempts / 1e3, serverNanos / attempts / 1e3};
    }

    /** Linux counts each process's nanoseconds; elsewhere there are none, nor for a backend that has ended. */
    private static Map<String, Long> nanos(List<String> backends) {
        Map<String, Long> nanos = new LinkedHashMap<>();
        for (String pid : backends) {
            try {
                String counted = Files.readString(Path.of("/proc", pid, "schedstat"));
                nanos.put(pid, Long.parseLong(counted.substring(0, counted.indexOf(' '))));
            } catch (IOException e) {
                continue;
            }
        }
        return nanos;
    }

    private static double median(Map<String, List<double[]>> rounds, String contestant, int at) {
        return Series.Spread.of(rounds.getOrDefault(contestant, List.of()).stream()
                        .mapToDouble(round -> round[at])
                        .toArray())
                .median();
    }
}
