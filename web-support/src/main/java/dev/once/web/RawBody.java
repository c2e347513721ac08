package dev.once.web;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import org.springframework.web.util.WebUtils;

/**
 * The body's bytes as they were sent: what a signature or a fingerprint is made of. A controller asks for it as a
 * parameter. Must not be changed.
 */
public record RawBody(byte[] bytes) {

    /** The body can be read again afterwards. */
    public static RawBody of(HttpServletRequest request) throws IOException {
        BoundedRequest bounded = WebUtils.getNativeRequest(request, BoundedRequest.class);
        return new RawBody(bounded == null ? request.getInputStream().readAllBytes() : bounded.body());
    }
}
