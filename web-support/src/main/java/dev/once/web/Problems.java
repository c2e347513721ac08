package dev.once.web;

import dev.once.core.web.OnceProblemAdvice;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.springframework.beans.ConversionNotSupportedException;
import org.springframework.beans.TypeMismatchException;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.security.web.firewall.RequestRejectedException;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.web.ErrorResponse;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;

/** The one place that says what a failure means to the caller, whichever app and whichever layer it came from. */
final class Problems {

    private static final Logger log = LoggerFactory.getLogger(Problems.class);

    private Problems() {}

    static ErrorResponse of(Throwable failure) {
        Optional<ErrorResponse> ofTheCore = OnceProblemAdvice.problemOf(failure);
        if (ofTheCore.isPresent()) {
            return ofTheCore.get();
        }
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof ProblemException refusal) {
                return refusal;
            }
            if (isDatabaseAway(cause)) {
                return databaseAway(cause);
            }
        }
        ProblemException theirs = theirs(failure);
        return theirs == null ? fault(failure) : theirs;
    }

    static ProblemException of(HttpStatus status) {
        return ProblemException.of(
                status,
                switch (status) {
                    case NOT_FOUND -> "There is nothing at this address.";
                    case UNAUTHORIZED -> "This address needs credentials.";
                    case FORBIDDEN -> "These credentials are not allowed to do that.";
                    default ->
                        status.is5xxServerError()
                                ? "The request failed on our side."
                                : "The request was not understood.";
                });
    }

    /** Mistakes of the caller. Only as they come: deep inside another failure they would be mistakes of ours. */
    private static @Nullable ProblemException theirs(Throwable failure) {
        // Spring Security's firewall refuses a header when somebody asks for it, wherever that is.
        if (failure instanceof RequestRejectedException) {
            return of(HttpStatus.BAD_REQUEST);
        }
        if (failure instanceof HttpMessageNotReadableException) {
            return ProblemException.of(HttpStatus.BAD_REQUEST, "The request's body could not be read.");
        }
        if (failure instanceof ErrorResponse response) {
            return known(response);
        }
        if (failure instanceof TypeMismatchException mismatch
                && !(failure instanceof ConversionNotSupportedException)) {
            return ProblemException.of(
                    HttpStatus.BAD_REQUEST, "The value of %s is not of its kind.".formatted(name(mismatch)));
        }
        return null;
    }

    /** The database is away, busy or left us in doubt: asking again is right, and soon. */
    private static boolean isDatabaseAway(Throwable failure) {
        return failure instanceof DataAccessResourceFailureException
                || failure instanceof TransientDataAccessException
                || failure instanceof RecoverableDataAccessException
                || failure instanceof CannotCreateTransactionException
                || failure instanceof TransactionSystemException;
    }

    private static ProblemException databaseAway(Throwable failure) {
        log.warn(
                "answered 503: {}",
                NestedExceptionUtils.getMostSpecificCause(failure).toString());
        return ProblemException.of(
                        HttpStatus.SERVICE_UNAVAILABLE,
                        "The request could not be finished right now. Send it again: it takes effect once.")
                .retryAfter(Duration.ofSeconds(1));
    }

    private static @Nullable ProblemException known(ErrorResponse response) {
        HttpStatus status = HttpStatus.resolve(response.getStatusCode().value());
        if (status == null || status == HttpStatus.INTERNAL_SERVER_ERROR) {
            return null;
        }
        String detail = response.getBody().getDetail();
        ProblemException problem =
                detail == null || status == HttpStatus.NOT_FOUND ? of(status) : ProblemException.of(status, detail);
        for (String name : new String[] {HttpHeaders.ALLOW, HttpHeaders.ACCEPT, HttpHeaders.RETRY_AFTER}) {
            String value = response.getHeaders().getFirst(name);
            if (value != null) {
                problem.header(name, value);
            }
        }
        return problem;
    }

    private static String name(TypeMismatchException mismatch) {
        return mismatch instanceof MethodArgumentTypeMismatchException argument
                ? "'" + argument.getName() + "'"
                : "a parameter";
    }

    /** What went wrong stays in the log, under the request's id. */
    private static ProblemException fault(Throwable failure) {
        log.error("answered 500", failure);
        String id = String.valueOf(MDC.get(RequestIdValve.IN_LOG));
        ProblemException problem = ProblemException.of(
                HttpStatus.INTERNAL_SERVER_ERROR,
                "The request failed on our side and nothing of it was kept. Our log knows it by the id %s."
                        .formatted(id));
        problem.setInstance(URI.create("urn:uuid:" + id));
        return problem;
    }
}
