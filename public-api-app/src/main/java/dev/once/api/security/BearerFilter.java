package dev.once.api.security;

import dev.once.api.provenance.ApiProvenance;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.dao.DataAccessException;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.servlet.HandlerExceptionResolver;

/** Turns a good token into an authenticated client; what has none is refused further on. */
final class BearerFilter extends OncePerRequestFilter {

    private final ApiProvenance provenance;
    private final HandlerExceptionResolver failures;

    BearerFilter(ApiProvenance provenance, HandlerExceptionResolver failures) {
        this.provenance = provenance;
        this.failures = failures;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        try {
            provenance.authenticate(request).ifPresent(known -> {
                SecurityContext context = SecurityContextHolder.createEmptyContext();
                context.setAuthentication(known);
                SecurityContextHolder.setContext(context);
            });
        } catch (DataAccessException databaseAway) {
            failures.resolveException(request, response, null, databaseAway);
            return;
        }
        chain.doFilter(request, response);
    }
}
