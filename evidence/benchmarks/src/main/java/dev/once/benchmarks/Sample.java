package dev.once.benchmarks;

/** What one contestant did in one round. */
record Sample(long operations, long errors, double seconds, double p50Millis, double p99Millis) {

    double perSecond() {
        return operations / seconds;
    }
}
