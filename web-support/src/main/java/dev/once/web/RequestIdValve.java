package dev.once.web;

import dev.once.core.support.Uuids;
import jakarta.servlet.ServletException;
import java.io.IOException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.slf4j.MDC;

/**
 * Every answer, Tomcat's own too, has an id that is in each line of the log about it. Never the caller's: then nobody can make
 * two requests look like one.
 */
final class RequestIdValve extends ValveBase {

    static final String HEADER = "X-Request-Id";
    static final String IN_LOG = "request_id";

    RequestIdValve() {
        super(true);
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        String id = Uuids.next().toString();
        response.setHeader(HEADER, id);
        try (MDC.MDCCloseable ignored = MDC.putCloseable(IN_LOG, id)) {
            getNext().invoke(request, response);
        }
    }
}
