package dev.once.core.web;

import dev.once.core.AnswerErasedException;
import dev.once.core.MalformedKeyException;
import dev.once.core.NotGenuineException;
import dev.once.core.OutcomeUnknownException;
import java.net.URI;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/**
 * Tells the core's own refusals as problem details, and nobody else's. It comes before an advice without an order, which may
 * catch everything, and after one with an order. A bean of this type takes its place; {@code once.problems.enabled=false}
 * switches it off.
 */
@RestControllerAdvice
@Order(Ordered.LOWEST_PRECEDENCE - 1)
public class OnceProblemAdvice {

    private static final Logger LOG = LoggerFactory.getLogger(OnceProblemAdvice.class);
    private static final Duration SOON = Duration.ofSeconds(1);

    private final String types;

    public OnceProblemAdvice(ProblemProperties properties) {
        this.types = properties.baseUrl().replaceAll("/+$", "") + "/problems/";
    }

    /**
     * What a caller may do about a problem.
     *
     * @param retryable whether the same request under the same key may have another answer later
     * @param newKeySafe whether the same request under a new key cannot do it a second time
     */
    private record Advice(boolean retryable, boolean newKeySafe) {}

    private static final Advice CORRECT_IT = new Advice(false, true);
    private static final Advice ASK_AGAIN = new Advice(true, false);
    private static final Advice IT_IS_DONE = new Advice(false, false);

    @ExceptionHandler
    ResponseEntity<ProblemDetail> missing(MissingKeyException e) {
        return problem(400, "key-missing", String.valueOf(e.getMessage()), CORRECT_IT);
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> malformed(MalformedKeyException e) {
        return problem(400, "key-malformed", "The Idempotency-Key cannot be read. " + e.getMessage(), CORRECT_IT);
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> notGenuine(NotGenuineException e) {
        return problem(401, "not-genuine", String.valueOf(e.getMessage()), CORRECT_IT);
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> stillRunning(StillRunningException e) {
        return later(409, "still-running", String.valueOf(e.getMessage()), e.retryAfter());
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> erased(AnswerErasedException e) {
        return problem(410, "answer-erased", "This was done, and its stored answer has been erased since.", IT_IS_DONE);
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> reused(KeyReusedException e) {
        return problem(422, "key-reused", String.valueOf(e.getMessage()), CORRECT_IT);
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> unavailable(AttemptUnavailableException e) {
        warn(e);
        return later(
                503,
                "service-unavailable",
                "The request could not be finished right now. Send it again under the same key: it takes effect once.",
                SOON);
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> unknown(OutcomeUnknownException e) {
        warn(e);
        return later(
                503,
                "outcome-unknown",
                "It may have been done or not. Send it again under the same key to learn which: it takes effect once.",
                SOON);
    }

    private static void warn(Exception e) {
        LOG.warn(
                "Answered 503: {}", NestedExceptionUtils.getMostSpecificCause(e).toString());
    }

    private ResponseEntity<ProblemDetail> later(int status, String slug, String detail, Duration wait) {
        ProblemDetail body = body(status, slug, detail, ASK_AGAIN);
        return ResponseEntity.status(status)
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .header(HttpHeaders.RETRY_AFTER, Long.toString(Math.max(1, (wait.toMillis() + 999) / 1000)))
                .body(body);
    }

    private ResponseEntity<ProblemDetail> problem(int status, String slug, String detail, Advice advice) {
        return ResponseEntity.status(status)
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .body(body(status, slug, detail, advice));
    }

    /** The slug names the kind of problem: {@code key-reused} is titled "Key reused", and ends the problem's type. */
    private ProblemDetail body(int status, String slug, String detail, Advice advice) {
        ProblemDetail problem = ProblemDetail.forStatusAndDetail(HttpStatusCode.valueOf(status), detail);
        problem.setType(URI.create(types + slug));
        problem.setTitle(
                Character.toUpperCase(slug.charAt(0)) + slug.substring(1).replace('-', ' '));
        problem.setProperty("retryable", advice.retryable());
        problem.setProperty("new_key_safe", advice.newKeySafe());
        return problem;
    }
}
