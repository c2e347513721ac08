package dev.once.core.web;

import dev.once.core.AnswerErasedException;
import dev.once.core.MalformedKeyException;
import dev.once.core.NotGenuineException;
import dev.once.core.OutcomeUnknownException;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
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
import org.springframework.web.ErrorResponse;
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

    private final String base;

    public OnceProblemAdvice(ProblemProperties properties) {
        this.base = properties.baseUrl().replaceAll("/+$", "");
    }

    /**
     * What a caller may do about a problem.
     *
     * @param retryable whether the same request under the same key may have another answer later
     * @param newKeySafe whether it is certain that nothing was done under this key, so that another key cannot do it twice
     */
    private record Advice(boolean retryable, boolean newKeySafe) {}

    private static final Advice CORRECT_IT = new Advice(false, true);
    private static final Advice ASK_AGAIN = new Advice(true, false);
    private static final Advice SOMETHING_IS_DONE = new Advice(false, false);

    @ExceptionHandler({
        MissingKeyException.class,
        MalformedKeyException.class,
        NotGenuineException.class,
        StillRunningException.class,
        AnswerErasedException.class,
        KeyReusedException.class,
        AttemptUnavailableException.class,
        OutcomeUnknownException.class
    })
    ResponseEntity<ProblemDetail> refused(RuntimeException refusal) {
        ErrorResponse problem = problemOf(refusal).orElseThrow(() -> refusal);
        ProblemDetail body = problem.getBody();
        body.setType(URI.create(base + body.getType()));
        return ResponseEntity.status(problem.getStatusCode())
                .headers(problem.getHeaders())
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .body(body);
    }

    /** What a refusal of the core's means to a caller, with {@code /problems/..} as its type; empty for all other failures. */
    public static Optional<ErrorResponse> problemOf(Throwable failure) {
        String message = String.valueOf(failure.getMessage());
        ErrorResponse problem = null;
        if (failure instanceof MissingKeyException) {
            problem = problem(failure, 400, "key-missing", message, CORRECT_IT).build();
        } else if (failure instanceof MalformedKeyException) {
            problem = problem(
                            failure, 400, "key-malformed", "The Idempotency-Key cannot be read. " + message, CORRECT_IT)
                    .build();
        } else if (failure instanceof NotGenuineException) {
            problem = problem(failure, 401, "not-genuine", message, CORRECT_IT).build();
        } else if (failure instanceof StillRunningException running) {
            problem = later(failure, 409, "still-running", message, running.retryAfter());
        } else if (failure instanceof AnswerErasedException) {
            String detail = "This was done, and its stored answer has been erased since.";
            problem = problem(failure, 410, "answer-erased", detail, SOMETHING_IS_DONE)
                    .build();
        } else if (failure instanceof KeyReusedException) {
            problem = problem(failure, 422, "key-reused", message, SOMETHING_IS_DONE)
                    .build();
        } else if (failure instanceof AttemptUnavailableException) {
            warn(failure);
            problem = later(
                    failure,
                    503,
                    "service-unavailable",
                    "The request could not be finished right now. Send it again under the same key: it takes effect once.",
                    SOON);
        } else if (failure instanceof OutcomeUnknownException) {
            warn(failure);
            problem = later(
                    failure,
                    503,
                    "outcome-unknown",
                    "It may have been done or not. Send it again under the same key to learn which: it takes effect once.",
                    SOON);
        }
        return Optional.ofNullable(problem);
    }

    private static void warn(Throwable e) {
        LOG.warn(
                "Answered 503: {}", NestedExceptionUtils.getMostSpecificCause(e).toString());
    }

    private static ErrorResponse later(Throwable failure, int status, String slug, String detail, Duration wait) {
        return problem(failure, status, slug, detail, ASK_AGAIN)
                .header(HttpHeaders.RETRY_AFTER, Long.toString(Math.max(1, (wait.toMillis() + 999) / 1000)))
                .build();
    }

    /** The slug names the kind of problem: {@code key-reused} is titled "Key reused", and ends the problem's type. */
    private static ErrorResponse.Builder problem(
            Throwable failure, int status, String slug, String detail, Advice advice) {
        return ErrorResponse.builder(failure, HttpStatusCode.valueOf(status), detail)
                .type(URI.create("/problems/" + slug))
                .title(Character.toUpperCase(slug.charAt(0)) + slug.substring(1).replace('-', ' '))
                .property("retryable", advice.retryable())
                .property("new_key_safe", advice.newKeySafe());
    }
}
