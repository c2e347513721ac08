package dev.once.web;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Collections;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * No request's body grows past the limit, whatever its headers say. Bodies are read only when somebody asks for them,
 * so that an app may look at credentials first. Forms are read by the container: they must say their length.
 */
final class BodyLimitFilter extends OncePerRequestFilter {

    private final long limit;
    private final ProblemWriter writer;

    BodyLimitFilter(long limit, ProblemWriter writer) {
        this.limit = limit;
        this.writer = writer;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        try {
            limit(request, response, chain);
        } catch (ProblemException unread) {
            // Who asked for the body was a filter, and no advice stands behind those.
            writer.write(request, response, unread);
        }
    }

    private void limit(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (hasMediaTypesNobodyCanRead(request)) {
            writer.write(
                    request,
                    response,
                    ProblemException.of(HttpStatus.BAD_REQUEST, "Accept or Content-Type names no media type."));
        } else if (isEncoded(request) || isWildcard(request.getContentType())) {
            writer.write(
                    request,
                    response,
                    ProblemException.of(HttpStatus.UNSUPPORTED_MEDIA_TYPE, "Send the body as it is and say what it is.")
                            .header(HttpHeaders.ACCEPT_ENCODING, "identity"));
        } else if (!isForm(request.getContentType())) {
            chain.doFilter(new BoundedRequest(request, limit), response);
        } else if (request.getContentLengthLong() > limit) {
            writer.write(request, response, BoundedRequest.tooLarge(limit));
        } else if (request.getContentLengthLong() < 0 && request.getHeader("Transfer-Encoding") != null) {
            writer.write(
                    request,
                    response,
                    ProblemException.of(HttpStatus.LENGTH_REQUIRED, "A form must be sent with its Content-Length."));
        } else {
            chain.doFilter(new FormRequest(request), response);
        }
    }

    private static boolean hasMediaTypesNobodyCanRead(HttpServletRequest request) {
        return MediaTypes.breakTheParser(request.getContentType())
                || Collections.list(request.getHeaders(HttpHeaders.ACCEPT)).stream()
                        .anyMatch(MediaTypes::breakTheParser);
    }

    private static boolean isEncoded(HttpServletRequest request) {
        String encoding = request.getHeader(HttpHeaders.CONTENT_ENCODING);
        return encoding != null && !encoding.isBlank() && !encoding.equalsIgnoreCase("identity");
    }

    /** An Accept can be one, a body cannot. */
    private static boolean isWildcard(@Nullable String contentType) {
        return contentType != null && contentType.split(";", 2)[0].indexOf('*') >= 0;
    }

    private static boolean isForm(@Nullable String contentType) {
        return contentType != null
                && contentType.regionMatches(true, 0, MediaType.APPLICATION_FORM_URLENCODED_VALUE, 0, 33);
    }
}
