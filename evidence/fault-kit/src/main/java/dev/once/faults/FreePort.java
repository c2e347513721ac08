package dev.once.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** A port nobody listens on at the moment; prefer port 0 where the process can report what it got. */
public final class FreePort {

    private FreePort() {}

    public static int find() {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException none) {
            throw new UncheckedIOException("No port is free on this machine.", none);
        }
    }
}
