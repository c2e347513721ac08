package dev.once.core.web;

import dev.once.core.Stored;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;

/**
 * A response as it is stored and sent again: status, bytes, and the headers that belong to the bytes. All others (cookies,
 * dates, limits) belong to one moment, so they are left out of the first answer too.
 */
record StoredAnswer(int status, String headerLines, byte[] body) {

    private static final Logger LOG = LoggerFactory.getLogger(OnceOperations.class);

    private static final Set<String> KEPT = Set.of(
            "content-type",
            "content-language",
            "content-disposition",
            "content-location",
            "etag",
            "last-modified",
            "link",
            "location");

    private static final Set<String> TOLD = ConcurrentHashMap.newKeySet();

    static final Stored<StoredAnswer> STORED = new Stored<>(
            List.of(
                    new Stored.Column("status", Integer.class),
                    new Stored.Column("headers", String.class),
                    new Stored.Column("body", byte[].class)),
            answer -> Arrays.<@Nullable Object>asList(answer.status, answer.headerLines, answer.body),
            row -> new StoredAnswer(
                    (Integer) Objects.requireNonNull(row.get(0)), (String) Objects.requireNonNull(row.get(1)), (byte[])
                            Objects.requireNonNull(row.get(2))));

    static StoredAnswer of(ResponseEntity<?> response, MessageBodies bodies) {
        StringBuilder lines = new StringBuilder();
        response.getHeaders().forEach((name, values) -> {
            if (KEPT.contains(name.toLowerCase(Locale.ROOT))) {
                values.forEach(value -> lines.append(line(name, value)));
            } else if (TOLD.add(name)) {
                LOG.warn("The header {} is not stored with an answer, so it is not sent at all", name);
            }
        });
        Object value = response.getBody();
        if (value == null) {
            return new StoredAnswer(response.getStatusCode().value(), lines.toString(), new byte[0]);
        }
        MediaType wanted = response.getHeaders().getContentType();
        MessageBodies.Body body = bodies.write(value, wanted);
        if (wanted == null && body.type() != null) {
            lines.append(line(HttpHeaders.CONTENT_TYPE, body.type().toString()));
        }
        return new StoredAnswer(response.getStatusCode().value(), lines.toString(), body.bytes());
    }

    ResponseEntity<byte[]> first() {
        return send(ResponseEntity.status(status));
    }

    ResponseEntity<byte[]> replayed() {
        return send(ResponseEntity.status(status).header("Idempotent-Replayed", "true"));
    }

    private ResponseEntity<byte[]> send(ResponseEntity.BodyBuilder response) {
        headerLines.lines().map(line -> line.split(": ", 2)).forEach(line -> response.header(line[0], line[1]));
        return body.length == 0 ? response.build() : response.body(body);
    }

    /** One header a line, as HTTP writes them. */
    private static String line(String name, String value) {
        if (value.chars().anyMatch(c -> c < ' ')) {
            throw new IllegalStateException("The header " + name + " has a control character in it.");
        }
        return name + ": " + value + "\n";
    }

    /** Never the body: it may be personal, and this ends up in logs. */
    @Override
    public String toString() {
        return "StoredAnswer[" + status + ", " + body.length + " bytes]";
    }
}
