package dev.once.faults;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Answers every line with the same line, and remembers what it did: a server simple enough to reason about. */
final class EchoServer implements AutoCloseable {

    final List<String> done = new CopyOnWriteArrayList<>();
    final List<String> ended = new CopyOnWriteArrayList<>();
    private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());

    EchoServer() throws IOException {
        Wire.daemon("echo", () -> {
            while (!listener.isClosed()) {
                try {
                    var socket = listener.accept();
                    Wire.daemon("echo-connection", () -> serve(socket));
                } catch (IOException closed) {
                    // The end of the test.
                }
            }
        });
    }

    int port() {
        return listener.getLocalPort();
    }

    private void serve(Socket socket) {
        try (socket;
                var lines = new BufferedReader(new InputStreamReader(socket.getInputStream()))) {
            socket.setTcpNoDelay(true);
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                done.add(line);
                socket.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
            }
            ended.add("said goodbye");
        } catch (IOException cut) {
            ended.add("cut");
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }

    /** A client of it. */
    static final class Client implements AutoCloseable {

        private final Socket socket;
        private final BufferedReader lines;

        Client(int port) throws IOException {
            socket = new Socket(InetAddress.getLoopbackAddress(), port);
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(5_000);
            lines = new BufferedReader(new InputStreamReader(socket.getInputStream()));
        }

        Client patience(int millis) throws IOException {
            socket.setSoTimeout(millis);
            return this;
        }

        void send(String line) throws IOException {
            socket.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
        }

        String hear() throws IOException {
            return lines.readLine();
        }

        String ask(String line) throws IOException {
            send(line);
            return hear();
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
