package dev.once.web;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;

/** A client that promises a body and takes its time. */
final class SlowSocket implements AutoCloseable {

    private static final int PATIENCE = 30_000;

    private final Socket socket;

    SlowSocket(int port, String path, String... headers) throws IOException {
        socket = new Socket("127.0.0.1", port);
        socket.setSoTimeout(PATIENCE);
        write("POST " + path + " HTTP/1.1\r\nHost: localhost\r\n"
                + (headers.length == 0 ? "" : String.join("\r\n", headers) + "\r\n")
                + (String.join(" ", headers).contains("Transfer-Encoding") ? "" : "Content-Length: 900000\r\n")
                + "\r\n");
    }

    void write(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(ISO_8859_1));
        socket.getOutputStream().flush();
    }

    /** All that the server has to say, until it hangs up. */
    String answer() throws IOException {
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        try {
            socket.getInputStream().transferTo(answer);
        } catch (SocketException reset) {
            answer.write('!');
        }
        return answer.toString(ISO_8859_1);
    }

    /** A byte now and again until there is an answer. */
    String drip(int millis) throws IOException {
        socket.setSoTimeout(millis);
        for (int i = 0; i < PATIENCE / millis; i++) {
            try {
                int first = socket.getInputStream().read();
                socket.setSoTimeout(PATIENCE);
                return (char) first + answer();
            } catch (SocketTimeoutException nothingYet) {
                write("x");
            } catch (SocketException reset) {
                return "";
            }
        }
        throw new AssertionError("after " + PATIENCE + " ms the server still waits for the rest of the body");
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
