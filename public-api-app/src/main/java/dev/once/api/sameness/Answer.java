package dev.once.api.sameness;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;

/**
 * A response as it is stored and sent again: status, bytes, and the headers that say what the bytes are. All others
 * (cookies, dates, limits) belong to one moment, so they are not taken up.
 */
public record Answer(int status, Map<String, String> headers, byte[] body) {

    /** When the key is new again, in the format of HTTP's dates. */
    public static final String EXPIRES = "Idempotency-Key-Expires";

    private static final Set<String> KEPT =
            Set.of(HttpHeaders.CONTENT_TYPE, HttpHeaders.LOCATION, HttpHeaders.ETAG, EXPIRES);

    public static Answer of(int status, String contentType, byte[] body) {
        return new Answer(status, Map.of(HttpHeaders.CONTENT_TYPE, contentType), body);
    }

    public static Answer json(int status, Object value) {
        return of(status, "application/json", Json.bytes(value));
    }

    public static Answer empty(int status) {
        return new Answer(status, Map.of(), new byte[0]);
    }

    public Answer with(String header, String value) {
        if (!KEPT.contains(header)) {
            return this;
        }
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(header, value);
        return new Answer(status, more, body);
    }

    public ResponseEntity<byte[]> sent() {
        ResponseEntity.BodyBuilder response = ResponseEntity.status(status);
        headers.forEach(response::header);
        return body.length == 0 ? response.build() : response.body(body);
    }

    public ResponseEntity<byte[]> replayed() {
        ResponseEntity<byte[]> first = sent();
        return ResponseEntity.status(first.getStatusCode())
                .headers(first.getHeaders())
                .header("Idempotent-Replayed", "true")
                .body(first.getBody());
    }

    /** One header a line, as HTTP writes them. */
    String headerLines() {
        return headers.entrySet().stream()
                .map(header -> header.getKey() + ": " + header.getValue())
                .collect(Collectors.joining("\n"));
    }

    static Answer stored(int status, String headerLines, byte[] body) {
        Map<String, String> headers = new LinkedHashMap<>();
        headerLines.lines().map(line -> line.split(": ", 2)).forEach(line -> headers.put(line[0], line[1]));
        return new Answer(status, headers, body);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Answer that
                && status == that.status
                && headers.equals(that.headers)
                && Arrays.equals(body, that.body);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(body);
    }

    /** Never the body: it may be personal, and this ends up in logs. */
    @Override
    public String toString() {
        return "Answer[" + status + ", " + body.length + " bytes]";
    }
}
