package dev.once.faults;

import java.util.concurrent.atomic.LongAdder;

/**
 * What has gone through a {@link CuttingProxy}. A round trip is a flight of the client that follows the connection's
 * start or an answer.
 */
public record Traffic(
        long connections,
        long refused,
        long cut,
        long swallowed,
        long duplicated,
        long bytesToServer,
        long bytesToClient,
        long roundTrips) {

    /** What has been added since an earlier look. */
    public Traffic since(Traffic earlier) {
        return new Traffic(
                connections - earlier.connections,
                refused - earlier.refused,
                cut - earlier.cut,
                swallowed - earlier.swallowed,
                duplicated - earlier.duplicated,
                bytesToServer - earlier.bytesToServer,
                bytesToClient - earlier.bytesToClient,
                roundTrips - earlier.roundTrips);
    }

    static final class Counter {
        final LongAdder connections = new LongAdder();
        final LongAdder refused = new LongAdder();
        final LongAdder cut = new LongAdder();
        final LongAdder swallowed = new LongAdder();
        final LongAdder duplicated = new LongAdder();
        final LongAdder bytesToServer = new LongAdder();
        final LongAdder bytesToClient = new LongAdder();
        final LongAdder roundTrips = new LongAdder();

        Traffic now() {
            return new Traffic(
                    connections.sum(),
                    refused.sum(),
                    cut.sum(),
                    swallowed.sum(),
                    duplicated.sum(),
                    bytesToServer.sum(),
                    bytesToClient.sum(),
                    roundTrips.sum());
        }
    }
}
