package dev.once.chaos.platform;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;

/** What no decent client would send. */
final class RawHttp implements AutoCloseable {

    private final Socket socket = new Socket();

    RawHttp(String address) throws IOException {
        URI place = URI.create(address);
        socket.setSoTimeout(60_000);
        socket.connect(new InetSocketAddress(place.getHost(), place.getPort()), 5_000);
    }

    /** One request with exactly this target and these header lines; returns the status, 0 if there was none. */
    static int status(String address, String method, String target, String... headers) throws IOException {
        try (RawHttp http = new RawHttp(address)) {
            http.write(method + " " + target + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                    + (headers.length == 0 ? "" : String.join("\r\n", headers) + "\r\n") + "\r\n");
            return http.status();
        }
    }

    void write(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(ISO_8859_1));
        socket.getOutputStream().flush();
    }

    /** Reads the status line; 0 if the other side has hung up. */
    int status() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        InputStream in = socket.getInputStream();
        try {
            for (int next = in.read(); next != '\n' && next != -1; next = in.read()) {
                line.write(next);
            }
        } catch (java.net.SocketException reset) {
            return 0;
        }
        String[] words = line.toString(ISO_8859_1).split(" ");
        return words.length > 1 ? Integer.parseInt(words[1].strip()) : 0;
    }

    /** Nothing more will be sent. */
    void end() throws IOException {
        socket.shutdownOutput();
    }

    /** All of the answer, as far as it came. */
    String all() throws IOException {
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        try {
            socket.getInputStream().transferTo(answer);
        } catch (java.net.SocketException reset) {
            // What came before it counts.
        }
        return answer.toString(ISO_8859_1);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
