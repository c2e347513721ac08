package dev.once.web;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;

/** A refusal or a failure as the caller gets to know it: RFC 9457 for programs, a page for people. */
public record Problem(
        HttpStatus status, String slug, String detail, Map<String, String> headers, Map<String, Object> extras) {

    /** The slug names the kind of problem: `key-reused` is titled "Key reused" and ends the problem's type. */
    public static Problem of(HttpStatus status, String slug, String detail) {
        return new Problem(status, slug, detail, Map.of(), Map.of());
    }

    public static Problem of(HttpStatus status, String detail) {
        return of(status, status.name().toLowerCase(Locale.ROOT).replace('_', '-'), detail);
    }

    public String title() {
        return Character.toUpperCase(slug.charAt(0)) + slug.substring(1).replace('-', ' ');
    }

    /** One more member of the JSON object. */
    public Problem with(String name, Object value) {
        return new Problem(status, slug, detail, headers, added(extras, name, value));
    }

    public Problem header(String name, String value) {
        return new Problem(status, slug, detail, added(headers, name, value), extras);
    }

    /** Whole seconds, rounded up: a caller that comes back too early only waits again. */
    public Problem retryAfter(Duration wait) {
        return header(HttpHeaders.RETRY_AFTER, Long.toString(Math.max(1, (wait.toMillis() + 999) / 1000)));
    }

    public ProblemException asException() {
        return new ProblemException(this);
    }

    private static <V> Map<String, V> added(Map<String, V> to, String name, V value) {
        Map<String, V> sum = new LinkedHashMap<>(to);
        sum.put(name, value);
        return sum;
    }
}
