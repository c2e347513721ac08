package dev.once.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.apache.catalina.connector.ClientAbortException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.core.AuthenticationException;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.context.request.async.AsyncRequestNotUsableException;

/** Whatever a controller throws becomes a problem. The last advice: an app's own comes first. */
@ControllerAdvice
@Order(Ordered.LOWEST_PRECEDENCE)
final class ProblemAdvice {

    private static final Logger log = LoggerFactory.getLogger(ProblemAdvice.class);

    private final ProblemWriter writer;

    ProblemAdvice(ProblemWriter writer) {
        this.writer = writer;
    }

    @ExceptionHandler
    void any(Exception failure, HttpServletRequest request, HttpServletResponse response) throws IOException {
        writer.write(request, response, Problems.of(failure));
    }

    /** Spring Security's filters answer these. */
    @ExceptionHandler({AccessDeniedException.class, AuthenticationException.class})
    void refused(RuntimeException refusal) {
        throw refusal;
    }

    @ExceptionHandler({AsyncRequestNotUsableException.class, ClientAbortException.class})
    void nobodyListens(IOException gone) {
        log.debug("the caller has gone: {}", gone.toString());
    }
}
