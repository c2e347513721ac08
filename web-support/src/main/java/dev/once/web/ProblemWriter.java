package dev.once.web;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.security.web.firewall.RequestRejectedException;
import org.springframework.web.ErrorResponse;
import org.springframework.web.servlet.View;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;
import org.springframework.web.util.ContentCachingResponseWrapper;
import org.thymeleaf.spring6.view.ThymeleafViewResolver;

/** Answers with a problem: a page if the caller asked for HTML, problem+json if not. Usable in filters too. */
public final class ProblemWriter {

    static final String RETRYABLE = "retryable";
    static final String NEW_KEY_SAFE = "new_key_safe";

    private static final URI BLANK = URI.create("about:blank");
    private static final Logger log = LoggerFactory.getLogger(ProblemWriter.class);

    private final ObjectMapper json;
    private final String types;
    private final String programs;
    private final ObjectProvider<ThymeleafViewResolver> views;

    ProblemWriter(ObjectMapper json, WebProperties properties, ObjectProvider<ThymeleafViewResolver> views) {
        this.json = json;
        this.types = properties.problemTypes();
        this.programs = properties.programs();
        this.views = views;
    }

    /** The problem as the JSON object of RFC 9457. */
    public byte[] json(HttpServletRequest request, ErrorResponse problem) {
        try {
            return json.writeValueAsBytes(completed(request, problem));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a problem holds a value that is not JSON", e);
        }
    }

    public void write(HttpServletRequest request, HttpServletResponse response, ErrorResponse problem)
            throws IOException {
        if (response.isCommitted()) {
            log.debug("too late to answer {}: the response has begun", problem.getStatusCode());
            return;
        }
        response.resetBuffer();
        response.setStatus(problem.getStatusCode().value());
        response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
        problem.getHeaders().forEach((name, values) -> values.forEach(value -> response.setHeader(name, value)));
        byte[] page = wantsPage(request) ? page(request, response, problem.getBody()) : null;
        response.setContentType(page == null ? MediaType.APPLICATION_PROBLEM_JSON_VALUE : "text/html;charset=UTF-8");
        send(response, page == null ? json(request, problem) : page);
        response.flushBuffer();
    }

    /** With an absolute type, and with what the caller may do about it: the careful answer where nobody has said another. */
    private ProblemDetail completed(HttpServletRequest request, ErrorResponse problem) {
        ProblemDetail body = problem.getBody();
        String path = body.getType().getPath();
        if (types.isEmpty() || path == null) {
            body.setType(BLANK);
        } else {
            String address =
                    ServletUriComponentsBuilder.fromContextPath(request).toUriString();
            body.setType(URI.create(address + types + path.substring(path.lastIndexOf('/') + 1)));
        }
        int status = body.getStatus();
        Map<String, Object> told = Objects.requireNonNullElse(body.getProperties(), Map.of());
        if (!told.containsKey(RETRYABLE)) {
            body.setProperty(
                    RETRYABLE,
                    status >= 500 || status == 408 || problem.getHeaders().containsKey(HttpHeaders.RETRY_AFTER));
        }
        if (!told.containsKey(NEW_KEY_SAFE)) {
            body.setProperty(NEW_KEY_SAFE, false);
        }
        return body;
    }

    /** Rendered aside: a page that fails halfway leaves the response to the JSON. */
    private byte @Nullable [] page(HttpServletRequest request, HttpServletResponse response, ProblemDetail problem) {
        ThymeleafViewResolver resolver = views.getIfAvailable();
        if (resolver == null) {
            return null;
        }
        try {
            View view = resolver.resolveViewName("error", Locale.ENGLISH);
            if (view == null) {
                return null;
            }
            ContentCachingResponseWrapper page = new ContentCachingResponseWrapper(response);
            view.render(Map.of("problem", problem, "again", request.getMethod().equals("GET")), request, page);
            return page.getContentAsByteArray();
        } catch (Exception e) {
            log.warn("the error page failed", e);
            response.setCharacterEncoding(null);
            return null;
        }
    }

    /** By the writer where somebody has taken it, for a page that then failed: a response gives out one of the two. */
    private static void send(HttpServletResponse response, byte[] body) throws IOException {
        try {
            OutputStream out = response.getOutputStream();
            response.setContentLength(body.length);
            out.write(body);
        } catch (IllegalStateException e) {
            response.getWriter().write(new String(body, StandardCharsets.UTF_8));
        }
    }

    /** Browsers name text/html; programs name JSON or nothing in particular. */
    private boolean wantsPage(HttpServletRequest request) {
        if (!programs.isEmpty() && request.getRequestURI().startsWith(programs)) {
            return false;
        }
        try {
            // An Accept that Spring Security's firewall refuses to hand out is no wish for a page either.
            String accept = request.getHeader(HttpHeaders.ACCEPT);
            return MediaTypes.of(accept).stream()
                    .anyMatch(type -> !type.isWildcardType() && type.includes(MediaType.TEXT_HTML));
        } catch (RequestRejectedException e) {
            return false;
        }
    }
}
