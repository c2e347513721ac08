package dev.once.showcase.pages;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** HTTP by hand: a test must be able to lie about the host. */
final class RawHttp {

    private RawHttp() {}

    /** The status of that request; headers as lines. */
    static int status(int port, String method, String path, String body, String... headers) throws IOException {
        StringBuilder request = new StringBuilder(method + " " + path + " HTTP/1.1\r\nConnection: close\r\n");
        for (String header : headers) {
            request.append(header).append("\r\n");
        }
        request.append("Content-Type: application/json\r\nContent-Length: ")
                .append(body.length())
                .append("\r\n\r\n")
                .append(body);
        try (Socket socket = new Socket("127.0.0.1", port)) {
            socket.getOutputStream().write(request.toString().getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return Integer.parseInt(answer.split(" ", 3)[1]);
        }
    }
}
