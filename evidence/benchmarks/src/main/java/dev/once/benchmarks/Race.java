package dev.once.benchmarks;

import dev.once.benchmarks.contestants.Contestant;
import dev.once.benchmarks.contestants.Contestant.Answer;
import dev.once.benchmarks.contestants.Ground;
import dev.once.benchmarks.contestants.Key;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CyclicBarrier;
import java.util.stream.Stream;

/** Several callers with the same new key at the same moment, key after key: what they are told, and how often it was done. */
final class Race {

    record Result(
            String contestant,
            int keys,
            int callers,
            long effects,
            long did,
            long wasDone,
            long tryLater,
            Map<String, Integer> errors) {

        int errorCount() {
            return errors.values().stream().mapToInt(Integer::intValue).sum();
        }
    }

    private final Ground ground;
    private final int callers;
    private final List<Key> keys;

    Race(Ground ground, int callers, int keys) {
        this.ground = ground;
        this.callers = callers;
        this.keys = Stream.generate(Key::fresh).limit(keys).toList();
    }

    Result run(Contestant contestant) throws Exception {
        String count = "select count(*) from " + contestant.effects();
        long before = ground.number(count);
        List<Caller> all = new ArrayList<>();
        CyclicBarrier together = new CyclicBarrier(callers);
        for (int i = 0; i < callers; i++) {
            Caller caller = new Caller(contestant, together);
            all.add(caller);
            caller.start();
        }
        Map<String, Integer> errors = new TreeMap<>();
        for (Caller caller : all) {
            caller.join();
            caller.errors.forEach((error, times) -> errors.merge(error, times, Integer::sum));
        }
        return new Result(
                contestant.name(),
                keys.size(),
                callers,
                ground.number(count) - before,
                told(all, Answer.DID_IT),
                told(all, Answer.WAS_DONE),
                told(all, Answer.TRY_LATER),
                errors);
    }

    private static long told(List<Caller> callers, Answer answer) {
        return callers.stream()
                .flatMap(caller -> caller.answers.stream())
                .filter(answer::equals)
                .count();
    }

    private final class Caller extends Thread {

        private final Contestant contestant;
        private final CyclicBarrier together;
        private final List<Answer> answers = new ArrayList<>();
        private final Map<String, Integer> errors = new TreeMap<>();

        Caller(Contestant contestant, CyclicBarrier together) {
            super("race");
            this.contestant = contestant;
            this.together = together;
            setDaemon(true);
        }

        @Override
        public void run() {
            for (Key key : keys) {
                try {
                    together.await();
                    answers.add(contestant.attempt(key));
                } catch (Exception e) {
                    errors.merge(e.getClass().getSimpleName(), 1, Integer::sum);
                }
            }
        }
    }
}
