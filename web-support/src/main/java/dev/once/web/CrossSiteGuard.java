package dev.once.web;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.util.Set;
import org.jspecify.annotations.Nullable;
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

    private final boolean demo;
    private final @Nullable URI publicUrl;
    private final ProblemWriter problems;

    CrossSiteGuard(boolean demo, @Nullable URI publicUrl, ProblemWriter problems) {
        this.demo = demo;
        this.publicUrl = publicUrl;
        this.problems = problems;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (demo && !PublicUrl.THIS_MACHINE.contains(request.getServerName())) {
            refuse(request, response, "The demo profile answers to localhost only.");
        } else if (!SAFE.contains(request.getMethod()) && comesFromElsewhere(request)) {
            refuse(request, response, "This request comes from another site's page.");
        } else {
            chain.doFilter(request, response);
        }
    }

    private boolean comesFromElsewhere(HttpServletRequest request) {
        String site = request.getHeader("Sec-Fetch-Site");
        if (site != null) {
            return !site.equals("same-origin") && !site.equals("none");
        }
        String origin = request.getHeader(HttpHeaders.ORIGIN);
        return origin != null
                && !(publicUrl == null
                        ? isOf(origin, request.getHeader(HttpHeaders.HOST))
                        : PublicUrl.isOrigin(origin, publicUrl));
    }

    private static boolean isOf(String origin, String host) {
        try {
            return host != null && host.equalsIgnoreCase(URI.create(origin).getRawAuthority());
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private void refuse(HttpServletRequest request, HttpServletResponse response, String why) throws IOException {
        problems.write(request, response, ProblemException.of(HttpStatus.FORBIDDEN, why));
    }
}
