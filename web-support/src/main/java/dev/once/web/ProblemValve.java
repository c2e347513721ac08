package dev.once.web;

import java.io.IOException;
import java.io.Writer;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;

/** Requests that Tomcat refuses before any filter sees them: problem+json instead of its HTML report. */
public final class ProblemValve extends ErrorReportValve {

    @Override
    protected void report(Request request, Response response, Throwable failure) {
        int code = response.getStatus();
        // The same conditions as Tomcat's own: nothing to say, or something was said already.
        if (code < 400 || response.getContentWritten() > 0 || !response.setErrorReported()) {
            return;
        }
        HttpStatus status = HttpStatus.resolve(code);
        ProblemDetail problem = Problems.of(status == null ? HttpStatus.INTERNAL_SERVER_ERROR : status)
                .getBody();
        try {
            response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
            response.setCharacterEncoding("utf-8");
            Writer writer = response.getReporter();
            if (writer != null) {
                writer.write(
                        """
                        {"type":"about:blank","title":"%s","status":%d,"detail":"%s","retryable":%b,"new_key_safe":false}"""
                                .formatted(problem.getTitle(), code, problem.getDetail(), code >= 500));
                response.finishResponse();
            }
        } catch (IOException | IllegalStateException e) {
            container.getLogger().debug("nobody listens", e);
        }
    }
}
