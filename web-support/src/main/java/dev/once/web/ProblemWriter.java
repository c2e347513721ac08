package dev.once.web;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.http.HttpHeaders;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import org.springframework.security.web.firewall.RequestRejectedException;
import org.springframework.web.servlet.View;
import org.thymeleaf.spring6.view.ThymeleafViewResolver;

/** Answers with a {@link Problem}: a page if the caller asked for HTML, problem+json if not. Usable in filters too. */
public final class ProblemWriter {

    private static final Logger log = LoggerFactory.getLogger(ProblemWriter.class);

    private final ObjectMapper json;
    private final String typeBase;
    private final String programs;
    private final ObjectProvider<ThymeleafViewResolver> views;

    ProblemWriter(ObjectMapper json, WebProperties properties, ObjectProvider<ThymeleafViewResolver> views) {
        this.json = json;
        this.typeBase = properties.problemTypes();
        this.programs = properties.programs();
        this.views = views;
    }

    /** The problem as the JSON object of RFC 9457. */
    public byte[] json(Problem problem) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("type", typeBase.isEmpty() ? "about:blank" : typeBase + problem.slug());
        body.put("title", problem.title());
        body.put("status", problem.status().value());
        body.put("detail", problem.detail());
        body.putAll(problem.extras());
        try {
            return json.writeValueAsBytes(body);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a problem holds a value that is not JSON", e);
        }
    }

    public void write(HttpServletRequest request, HttpServletResponse response, Problem problem) throws IOException {
        if (response.isCommitted()) {
            log.debug("too late to answer {}: the response has begun", problem.slug());
            return;
        }
        response.resetBuffer();
        response.setStatus(problem.status().value());
        response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
        problem.headers().forEach(response::setHeader);
        if (!wantsPage(request) || !writePage(request, response, problem)) {
            byte[] body = json(problem);
            response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
            response.setContentLength(body.length);
            response.getOutputStream().write(body);
        }
        response.flushBuffer();
    }

    private boolean writePage(HttpServletRequest request, HttpServletResponse response, Problem problem) {
        ThymeleafViewResolver resolver = views.getIfAvailable();
        if (resolver == null) {
            return false;
        }
        try {
            View view = resolver.resolveViewName("error", Locale.ENGLISH);
            if (view == null) {
                return false;
            }
            response.setContentType("text/html;charset=UTF-8");
            response.setCharacterEncoding(StandardCharsets.UTF_8.name());
            view.render(Map.of("problem", problem, "again", request.getMethod().equals("GET")), request, response);
            return true;
        } catch (Exception e) {
            log.warn("the error page failed", e);
            response.resetBuffer();
            return false;
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
            return accept != null
                    && MediaType.parseMediaTypes(accept).stream()
                            .anyMatch(type -> !type.isWildcardType() && type.includes(MediaType.TEXT_HTML));
        } catch (InvalidMediaTypeException | RequestRejectedException e) {
            return false;
        }
    }
}
