package dev.once.web;

import jakarta.servlet.ServletException;
import java.io.IOException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.apache.coyote.ActionCode;
import org.apache.coyote.InputBuffer;
import org.apache.tomcat.util.net.ApplicationBufferHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;

/**
 * A body that trickles in holds a thread. So every read of one that has to wait counts against its client's share and
 * against the body's deadline, whoever reads; and what nobody has read is not waited for after the answer. Tomcat
 * itself bounds only the time between two bytes.
 */
final class BodyValve extends ValveBase {

    private static final int POLITE = 64 * 1024;

    private final SlowBodies slow;

    BodyValve(SlowBodies slow) {
        super(true);
        this.slow = slow;
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        org.apache.coyote.Request wire = request.getCoyoteRequest();
        InputBuffer plain = wire.getInputBuffer();
        wire.setInputBuffer(new TimedBody(plain, request));
        try {
            getNext().invoke(request, response);
        } finally {
            if (!request.isAsync()) {
                wire.setInputBuffer(plain);
                leaveUnread(request, response);
            }
        }
    }

    /** What has arrived is read, for a client that is reset while it sends may never see its answer; no more. */
    private void leaveUnread(Request request, Response response) throws IOException {
        org.apache.coyote.Request wire = request.getCoyoteRequest();
        if (wire.isFinished()) {
            return;
        }
        try {
            if (wire.getErrorException() == null) {
                byte[] bytes = new byte[8192];
                for (int read = 0; read < POLITE && hasArrived(request); read += bytes.length) {
                    request.getStream().read(bytes);
                }
            }
        } catch (IOException gone) {
            container.getLogger().debug("nobody sends any more", gone);
        }
        if (!wire.isFinished()) {
            // The answer first: Tomcat takes what follows for an error and would make a 500 of it.
            response.setHeader(HttpHeaders.CONNECTION, "close");
            response.finishResponse();
            wire.action(ActionCode.DISABLE_SWALLOW_INPUT, null);
        }
    }

    /** Of a chunked body nobody can tell: what has arrived may be a part of a chunk's header. */
    private static boolean hasArrived(Request request) {
        org.apache.coyote.Request wire = request.getCoyoteRequest();
        wire.action(ActionCode.AVAILABLE, Boolean.TRUE);
        return wire.getContentLengthLong() > 0 && wire.getAvailable() > 0;
    }

    private static String clientOf(Request request) {
        Authentication known = SecurityContextHolder.getContext().getAuthentication();
        return known == null || known instanceof AnonymousAuthenticationToken
                ? ClientAddress.of(request.getRemoteAddr())
                : known.getName();
    }

    private final class TimedBody implements InputBuffer {

        private final InputBuffer plain;
        private final Request request;
        private @Nullable Long deadline;

        TimedBody(InputBuffer plain, Request request) {
            this.plain = plain;
            this.request = request;
        }

        @Override
        public int doRead(ApplicationBufferHandler handler) throws IOException {
            if (request.isFinished() || hasArrived(request)) {
                return plain.doRead(handler);
            }
            if (deadline == null) {
                deadline = System.nanoTime() + slow.deadline().toNanos();
            } else if (System.nanoTime() - deadline > 0) {
                throw refused(slow.tooLate());
            }
            String client = clientOf(request);
            ProblemException tooMany = slow.begin(client);
            if (tooMany != null) {
                throw refused(tooMany);
            }
            try {
                return plain.doRead(handler);
            } finally {
                slow.end(client);
            }
        }

        @Override
        public int available() {
            return plain.available();
        }

        /** Not an IOException: Tomcat would answer those by itself, with 400. */
        private static ProblemException refused(ProblemException why) {
            return why.header(HttpHeaders.CONNECTION, "close");
        }
    }
}
