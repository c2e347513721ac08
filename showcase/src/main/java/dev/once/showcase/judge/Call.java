package dev.once.showcase.judge;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;

/** One request, ready to be sent. */
record Call(String method, URI url, Map<String, String> headers, String body) {

    Call to(URI base) {
        String rest = url.getRawPath() + (url.getRawQuery() == null ? "" : "?" + url.getRawQuery());
        return new Call(method, base.resolve(rest), headers, body);
    }

    /** Everything up to the middle of the body, or of the head where there is no body. */
    byte[] firstHalf() {
        StringBuilder head = new StringBuilder("%s %s HTTP/1.1\r\nHost: %s\r\n"
                .formatted(
                        method,
                        url.getRawPath() + (url.getRawQuery() == null ? "" : "?" + url.getRawQuery()),
                        url.getRawAuthority()));
        headers.forEach(
                (name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
        byte[] content = body.getBytes(StandardCharsets.UTF_8);
        if (content.length == 0) {
            return head.substring(0, head.length() / 2).getBytes(StandardCharsets.UTF_8);
        }
        head.append("Content-Length: ").append(content.length).append("\r\n\r\n");
        byte[] start = head.toString().getBytes(StandardCharsets.UTF_8);
        byte[] half = Arrays.copyOf(start, start.length + content.length / 2);
        System.arraycopy(content, 0, half, start.length, content.length / 2);
        return half;
    }

    /** A command that sends it again, with a new key in place of this one. */
    String curl(String key) {
        StringBuilder command =
                new StringBuilder("curl -si -X ").append(method).append(' ').append(quoted(url.toString()));
        headers.forEach((name, value) -> {
            if (!name.startsWith("Once-Judge")) {
                command.append(" -H ").append(quoted(name + ": " + value));
            }
        });
        if (!body.isEmpty()) {
            command.append(" --data-binary ").append(quoted(body));
        }
        return key.isEmpty() ? command.toString() : command.toString().replace(key, "'\"$KEY\"'");
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }
}
