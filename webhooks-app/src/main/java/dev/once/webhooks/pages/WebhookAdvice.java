package dev.once.webhooks.pages;

import dev.once.core.MalformedKeyException;
import dev.once.core.NotGenuineException;
import dev.once.core.web.StillRunningException;
import dev.once.web.ProblemException;
import dev.once.web.ProblemWriter;
import dev.once.webhooks.provenance.UnknownProviderException;
import dev.once.webhooks.surface.WebhookSurface;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;

/** What the surface refuses, in the statuses that providers understand. */
@ControllerAdvice(assignableTypes = WebhookSurface.class)
@Order(0)
class WebhookAdvice {

    private final ProblemWriter problems;

    WebhookAdvice(ProblemWriter problems) {
        this.problems = problems;
    }

    @ExceptionHandler
    void answer(UnknownProviderException e, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        problems.write(request, response, ProblemException.of(HttpStatus.NOT_FOUND, String.valueOf(e.getMessage())));
    }

    @ExceptionHandler
    void answer(NotGenuineException e, HttpServletRequest request, HttpServletResponse response) throws IOException {
        problems.write(
                request,
                response,
                ProblemException.of(HttpStatus.BAD_REQUEST, "bad-signature", String.valueOf(e.getMessage())));
    }

    @ExceptionHandler
    void answer(MalformedKeyException e, HttpServletRequest request, HttpServletResponse response) throws IOException {
        problems.write(
                request,
                response,
                ProblemException.of(HttpStatus.UNPROCESSABLE_ENTITY, "unusable-event", String.valueOf(e.getMessage())));
    }

    @ExceptionHandler
    void answer(StillRunningException e, HttpServletRequest request, HttpServletResponse response) throws IOException {
        problems.write(
                request,
                response,
                ProblemException.of(
                                HttpStatus.SERVICE_UNAVAILABLE,
                                "still-running",
                                "Another delivery of this event is being worked on. Send it again later.")
                        .retryAfter(e.retryAfter()));
    }
}
