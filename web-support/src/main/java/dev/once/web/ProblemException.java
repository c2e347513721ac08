package dev.once.web;

import java.net.URI;
import java.time.Duration;
import java.util.Locale;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;

/** Ends a request with a problem (RFC 9457) that its caller gets to know; everything else a request throws is a fault of ours. */
public final class ProblemException extends ErrorResponseException {

    private static final long serialVersionUID = 1L;

    private ProblemException(HttpStatus status, ProblemDetail problem) {
        super(status, problem, null);
    }

    /** The slug names the kind of problem: `key-reused` is titled "Key reused" and ends the problem's type. */
    public static ProblemException of(HttpStatus status, String slug, String detail) {
        ProblemDetail problem = ProblemDetail.forStatusAndDetail(status, detail);
        problem.setType(URI.create("/problems/" + slug));
        problem.setTitle(
                Character.toUpperCase(slug.charAt(0)) + slug.substring(1).replace('-', ' '));
        return new ProblemException(status, problem);
    }

    public static ProblemException of(HttpStatus status, String detail) {
        return of(status, status.name().toLowerCase(Locale.ROOT).replace('_', '-'), detail);
    }

    /** One more member of the JSON object. */
    public ProblemException with(String name, Object value) {
        getBody().setProperty(name, value);
        return this;
    }

    /** It is certain that nothing was done under the request's key, so a new key cannot do it a second time. */
    public ProblemException nothingDone() {
        return with(ProblemWriter.NEW_KEY_SAFE, true);
    }

    public ProblemException header(String name, String value) {
        getHeaders().set(name, value);
        return this;
    }

    /** Whole seconds, rounded up: a caller that comes back too early only waits again. */
    public ProblemException retryAfter(Duration wait) {
        return header(HttpHeaders.RETRY_AFTER, Long.toString(Math.max(1, (wait.toMillis() + 999) / 1000)));
    }

    /** Refusals are many, and nobody looks where they came from. */
    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}
