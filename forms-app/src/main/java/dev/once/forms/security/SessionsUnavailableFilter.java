package dev.once.forms.security;

import dev.once.web.ProblemException;
import dev.once.web.ProblemWriter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.annotation.Order;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpStatus;
import org.springframework.session.web.http.SessionRepositoryFilter;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;
import org.springframework.web.filter.OncePerRequestFilter;

/** Without the database there are no sessions, so not even the error page could be asked for: this answers before them. */
@Component
@Order(SessionRepositoryFilter.DEFAULT_ORDER - 1)
class SessionsUnavailableFilter extends OncePerRequestFilter {

    private static final Logger LOG = LoggerFactory.getLogger(SessionsUnavailableFilter.class);

    private final ProblemWriter problems;

    SessionsUnavailableFilter(ProblemWriter problems) {
        this.problems = problems;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        try {
            chain.doFilter(request, response);
        } catch (DataAccessException | TransactionException away) {
            LOG.warn(
                    "answered 503: {}",
                    NestedExceptionUtils.getMostSpecificCause(away).toString());
            problems.write(
                    request,
                    response,
                    ProblemException.of(
                                    HttpStatus.SERVICE_UNAVAILABLE,
                                    "The request could not be finished right now. Send it again: it takes effect once.")
                            .retryAfter(Duration.ofSeconds(1)));
        }
    }
}
