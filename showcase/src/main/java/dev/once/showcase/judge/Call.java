package dev.once.showcase.judge;

import java.net.URI;
import java.util.Map;

/** One request, ready to be sent. */
record Call(String method, URI url, Map<String, String> headers, String body) {

    /** A command that sends it again, with $KEY in place of this text. */
    String curl(String renamed) {
        StringBuilder command = new StringBuilder("curl -si -X " + method + " " + quoted(url.toString()));
        headers.forEach((name, value) -> {
            if (!name.startsWith("Once-Judge")) {
                command.append(" -H ").append(quoted(name + ": " + value));
            }
        });
        if (!body.isEmpty()) {
            command.append(" --data-binary ").append(quoted(body));
        }
        return renamed.isEmpty() ? command.toString() : command.toString().replace(renamed, "'\"$KEY\"'");
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }
}
