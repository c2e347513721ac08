package dev.once.web;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.security.Principal;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.filter.OncePerRequestFilter;

/** One line for each action of an operator: who, what, from where, and what came of it. The log knows when. */
final class OperatorAudit extends OncePerRequestFilter {

    private static final Logger log = LoggerFactory.getLogger("dev.once.audit");
    private static final Set<String> LOOKING = Set.of("GET", "HEAD", "OPTIONS", "TRACE");

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        Principal who = request.getUserPrincipal();
        if (who == null || LOOKING.contains(request.getMethod())) {
            chain.doFilter(request, response);
            return;
        }
        boolean ended = false;
        try {
            chain.doFilter(request, response);
            ended = true;
        } finally {
            log.info(
                    "who={} what={} {} from={} status={}",
                    LogText.of(who.getName()),
                    request.getMethod(),
                    LogText.of(address(request.getRequestURI(), request.getQueryString())),
                    request.getRemoteAddr(),
                    ended ? response.getStatus() : "failed");
        }
    }

    private static String address(String path, @Nullable String query) {
        return query == null ? path : path + "?" + query;
    }
}
