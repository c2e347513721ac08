package dev.once.web;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.util.Set;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Browsers say where a request comes from: one that changes something must come from our own pages. Programs say
 * nothing and pass. In the demo profile the address must be this machine's too, or a foreign name that resolves to
 * it (DNS rebinding) would let any web page in.
 */
final class CrossSiteGuard extends OncePerRequestFilter {

    private static final Set<String> SAFE = Set.of("GET", "HEAD", "OPTIONS", "TRACE");
    private static final Set<String> THIS_MACHINE = Set.of("localhost", "127.0.0.1", "[::1]", "0:0:0:0:0:0:0:1", "::1");

    private final boolean demo;
    private final ProblemWriter problems;

    CrossSiteGuard(boolean demo, ProblemWriter problems) {
        this.demo = demo;
        this.problems = problems;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (demo && !THIS_MACHINE.contains(request.getServerName())) {
            refuse(request, response, "The demo profile answers to localhost only.");
        } else if (!SAFE.contains(request.getMethod()) && comesFromElsewhere(request)) {
            refuse(request, response, "This request comes from another site's page.");
        } else {
            chain.doFilter(request, response);
        }
    }

    private static boolean comesFromElsewhere(HttpServletRequest request) {
        String site = request.getHeader("Sec-Fetch-Site");
        if (site != null) {
            return !site.equals("same-origin") && !site.equals("none");
        }
        String origin = request.getHeader(HttpHeaders.ORIGIN);
        return origin != null && !isOwn(origin, request.getHeader(HttpHeaders.HOST));
    }

    private static boolean isOwn(String origin, String host) {
        try {
            return host != null && host.equalsIgnoreCase(URI.create(origin).getRawAuthority());
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private void refuse(HttpServletRequest request, HttpServletResponse response, String why) throws IOException {
        problems.write(request, response, Problem.of(HttpStatus.FORBIDDEN, why));
    }
}
