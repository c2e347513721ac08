package dev.once.web;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Objects;
import org.springframework.boot.web.servlet.error.ErrorController;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.annotation.RequestMapping;

/** Errors that did not pass a controller (a filter's, `sendError`) look the same as all others. */
@Controller
final class ProblemErrorController implements ErrorController {

    private final ProblemWriter writer;

    ProblemErrorController(ProblemWriter writer) {
        this.writer = writer;
    }

    @RequestMapping("${server.error.path:/error}")
    void error(HttpServletRequest request, HttpServletResponse response) throws IOException {
        writer.write(request, response, problem(request));
    }

    /** A 4xx is the container's own finding, such as a body it could not read, and says more than the exception with it. */
    private static ErrorResponse problem(HttpServletRequest request) {
        HttpStatus status = request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE) instanceof Integer code
                ? HttpStatus.resolve(code)
                : HttpStatus.NOT_FOUND;
        boolean found = status != null && status.is4xxClientError();
        if (!found && request.getAttribute(RequestDispatcher.ERROR_EXCEPTION) instanceof Throwable failure) {
            return Problems.of(failure);
        }
        return Problems.of(Objects.requireNonNullElse(status, HttpStatus.INTERNAL_SERVER_ERROR));
    }
}
