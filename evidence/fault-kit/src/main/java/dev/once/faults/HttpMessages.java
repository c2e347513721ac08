package dev.once.faults;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** Finds complete HTTP/1.1 messages in a stream of bytes: as much of HTTP as sending a request again needs. */
final class HttpMessages {

    interface Listener {
        void complete(byte[] message, long nth);
    }

    private static final Pattern LENGTH = Pattern.compile("(?im)^content-length:[ \t]*(\\d+)[ \t]*\r?$");
    private static final Pattern CHUNKED = Pattern.compile("(?im)^transfer-encoding:[ \t]*chunked[ \t]*\r?$");
    private static final Pattern CHUNK_EXTENSION = Pattern.compile(";.*");
    private static final int PATIENCE_MILLIS = 10_000;

    private String pending = "";
    private long count;

    void add(byte[] bytes, Listener listener) {
        // Latin-1 maps bytes to characters one to one.
        pending += new String(bytes, StandardCharsets.ISO_8859_1);
        for (int end = end(pending); end > 0 && end <= pending.length(); end = end(pending)) {
            var message = pending.substring(0, end).getBytes(StandardCharsets.ISO_8859_1);
            pending = pending.substring(end);
            listener.complete(message, ++count);
        }
    }

    /** Whether a message has begun that is not complete yet. */
    boolean isMidway() {
        return !pending.isEmpty();
    }

    /** Where the first message ends, or -1 as long as that cannot be said. */
    private static int end(String text) {
        int head = text.indexOf("\r\n\r\n");
        if (head < 0) {
            return -1;
        }
        int body = head + 4;
        String headers = text.substring(0, head);
        if (CHUNKED.matcher(headers).find()) {
            return endOfChunks(text, body);
        }
        var length = LENGTH.matcher(headers);
        return length.find() ? body + Integer.parseInt(length.group(1)) : body;
    }

    private static int endOfChunks(String text, int from) {
        int at = from;
        while (true) {
            int line = text.indexOf("\r\n", at);
            if (line < 0) {
                return -1;
            }
            int size = Integer.parseInt(
                    CHUNK_EXTENSION
                            .matcher(text.substring(at, line))
                            .replaceFirst("")
                            .strip(),
                    16);
            if (size == 0) {
                int trailers = text.indexOf("\r\n\r\n", line);
                return trailers < 0 ? -1 : trailers + 4;
            }
            at = line + 2 + size + 2;
            if (at > text.length()) {
                return -1;
            }
        }
    }

    /** Sends the request, and waits for the whole answer so that the server is not disturbed at its work. */
    static void sendAndForget(byte[] request, InetSocketAddress target) {
        try (var socket = new Socket()) {
            socket.connect(target, PATIENCE_MILLIS);
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.getOutputStream().write(request);
            var answer = new ByteArrayOutputStream();
            var buffer = new byte[8 * 1024];
            for (int read = socket.getInputStream().read(buffer);
                    read >= 0;
                    read = socket.getInputStream().read(buffer)) {
                answer.write(buffer, 0, read);
                int end = end(answer.toString(StandardCharsets.ISO_8859_1));
                if (end > 0 && end <= answer.size()) {
                    return;
                }
            }
        } catch (IOException nobodyCares) {
            // The original's answer is the one that counts.
        }
    }
}
