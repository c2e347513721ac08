package dev.once.benchmarks;

/**
 * What one contestant did in one round.
 *
 * @param appMicros the processor time that the application's process took for one operation, where there is one
 */
record Sample(long operations, long errors, double seconds, double p50Millis, double p99Millis, double appMicros) {

    double perSecond() {
        return operations / seconds;
    }

    Sample inApp(double seconds) {
        return new Sample(operations, errors, this.seconds, p50Millis, p99Millis, seconds * 1e6 / operations);
    }
}
