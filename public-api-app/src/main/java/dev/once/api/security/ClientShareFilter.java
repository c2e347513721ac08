package dev.once.api.security;

import dev.once.web.ProblemException;
import dev.once.web.ProblemWriter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.security.Principal;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.http.HttpStatus;
import org.springframework.web.filter.OncePerRequestFilter;

/** A client has so many requests under way at once and no more: the other threads are the other clients'. */
final class ClientShareFilter extends OncePerRequestFilter {

    private final int most;
    private final ProblemWriter problems;
    private final Map<String, Integer> underWay = new ConcurrentHashMap<>();

    ClientShareFilter(int most, ProblemWriter problems) {
        this.most = most;
        this.problems = problems;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        Principal client = request.getUserPrincipal();
        if (client == null) {
            chain.doFilter(request, response);
            return;
        }
        try {
            if (underWay.merge(client.getName(), 1, Integer::sum) > most) {
                problems.write(
                        request,
                        response,
                        ProblemException.of(
                                        HttpStatus.TOO_MANY_REQUESTS,
                                        "More than %d of your requests are under way.".formatted(most))
                                .retryAfter(Duration.ofSeconds(1)));
            } else {
                chain.doFilter(request, response);
            }
        } finally {
            underWay.computeIfPresent(client.getName(), (name, now) -> now <= 1 ? null : now - 1);
        }
    }
}
