package dev.once.benchmarks;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.LongAdder;

/** Some threads that do the same thing again and again for a while, each as soon as its last one is answered. */
final class Load {

    /** An error does not end a round; it is counted, and the first one is shown. */
    @FunctionalInterface
    interface Operation {
        void run() throws Exception;
    }

    private static final int MOST_SLICES = 24;
    private static final double STILL_RISING = 1.03;

    private final int threads;
    private final Operation operation;
    private final CountDownLatch ready;
    private final CountDownLatch start = new CountDownLatch(1);
    private final LongAdder errors = new LongAdder();
    private final List<Worker> workers = new ArrayList<>();
    private volatile boolean running = true;
    private volatile String firstError = "";

    private Load(int threads, Operation operation) {
        this.threads = threads;
        this.operation = operation;
        this.ready = new CountDownLatch(threads);
    }

    static Sample run(int threads, Duration time, Operation operation) throws InterruptedException {
        Load load = start(threads, operation);
        new CountDownLatch(1).await(time.toNanos(), java.util.concurrent.TimeUnit.NANOSECONDS);
        return load.stop();
    }

    /** Goes on in slices until three in a row bring no more than 3 % over the best before them, which is when compilers have finished. */
    static void warmUp(int threads, Duration slice, Operation operation) throws InterruptedException {
        double best = 0;
        int asFast = 0;
        for (int slices = 0; slices < MOST_SLICES && asFast < 3; slices++) {
            double now = run(threads, slice, operation).perSecond();
            if (now > best * STILL_RISING) {
                best = now;
                asFast = 0;
            } else {
                asFast++;
            }
        }
    }

    /** Returns when all threads are running. */
    static Load start(int threads, Operation operation) throws InterruptedException {
        Load load = new Load(threads, operation);
        for (int i = 0; i < threads; i++) {
            Worker worker = load.new Worker(i);
            load.workers.add(worker);
            worker.start();
        }
        load.ready.await();
        load.began = System.nanoTime();
        load.start.countDown();
        return load;
    }

    private long began;

    Sample stop() throws InterruptedException {
        running = false;
        for (Worker worker : workers) {
            worker.join();
        }
        long last = workers.stream().mapToLong(worker -> worker.ended).max().orElse(began);
        long[] all = workers.stream()
                .flatMapToLong(worker -> Arrays.stream(worker.nanos, 0, worker.done))
                .sorted()
                .toArray();
        if (errors.sum() > 0) {
            System.err.println("  " + errors.sum() + " errors in " + threads + " threads, the first: " + firstError);
        }
        return new Sample(
                all.length, errors.sum(), (last - began) / 1e9, percentile(all, 0.5), percentile(all, 0.99), 0);
    }

    private static double percentile(long[] sorted, double part) {
        return sorted.length == 0 ? 0 : sorted[(int) Math.min(sorted.length - 1, sorted.length * part)] / 1e6;
    }

    private final class Worker extends Thread {

        private long[] nanos = new long[4096];
        private int done;
        private long ended;

        Worker(int number) {
            super("load-" + number);
            setDaemon(true);
        }

        @Override
        public void run() {
            try {
                ready.countDown();
                start.await();
                while (running) {
                    once();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            ended = System.nanoTime();
        }

        private void once() {
            long from = System.nanoTime();
            try {
                operation.run();
                if (done == nanos.length) {
                    nanos = Arrays.copyOf(nanos, done * 2);
                }
                nanos[done++] = System.nanoTime() - from;
            } catch (Exception e) {
                errors.increment();
                if (firstError.isEmpty()) {
                    firstError = e.toString();
                }
            }
        }
    }
}
