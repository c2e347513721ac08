package dev.once.localpostgres;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports below those the system gives to outgoing connections: while a server is down, a client that keeps trying to
 * connect could otherwise be given the server's own port and take it away.
 */
final class Ports {

    private static final int FIRST = 15_000;
    private static final int LAST = 30_000;

    private Ports() {}

    /** The preferred port if it is free, else any free one. */
    static int free(int preferred) {
        if (preferred != 0 && isFree(preferred)) {
            return preferred;
        }
        for (int tries = 0; tries < 100; tries++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST, LAST);
            if (isFree(port)) {
                return port;
            }
        }
        throw new LocalPostgresException(
                "No free port was found between " + FIRST + " and " + LAST + ".",
                "Set once.local-postgres.port to a free one.");
    }

    static boolean isFree(int port) {
        try (var socket = new ServerSocket(port, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
