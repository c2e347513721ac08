package dev.once.forms.pages;

import dev.once.forms.FormsProperties;
import dev.once.forms.provenance.Member;
import dev.once.web.ProblemException;
import dev.once.web.ProblemWriter;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import java.net.URI;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.access.AccessDeniedHandler;
import org.springframework.security.web.authentication.SavedRequestAwareAuthenticationSuccessHandler;
import org.springframework.security.web.csrf.CsrfException;
import org.springframework.security.web.savedrequest.RequestCache;
import org.springframework.stereotype.Component;

/**
 * A session that ended between render and submit loses nothing. The post is refused (its CSRF token died with the session),
 * what was typed becomes a draft, and after the sign-in the form is there again, filled, with its key, and not submitted.
 */
@Component
class Unsent extends SavedRequestAwareAuthenticationSuccessHandler
        implements AccessDeniedHandler, AuthenticationEntryPoint {

    private static final String NOTE =
            "You were signed out in the meantime. Nothing was saved yet: please check and save.";

    private final Drafts drafts;
    private final ProblemWriter problems;
    private final int signedInSeconds;

    Unsent(Drafts drafts, ProblemWriter problems, FormsProperties properties, RequestCache whereTheyWereGoing) {
        this.drafts = drafts;
        this.problems = problems;
        this.signedInSeconds = Math.toIntExact(properties.signedInFor().toSeconds());
        setDefaultTargetUrl("/invoices");
        setRequestCache(whereTheyWereGoing);
        setRedirectStrategy((request, response, url) -> response.sendRedirect(pathOf(url)));
    }

    @Override
    public void commence(HttpServletRequest request, HttpServletResponse response, AuthenticationException missing)
            throws IOException {
        keepWhatWasTyped(request);
        response.sendRedirect(request.getContextPath() + "/sign-in");
    }

    @Override
    public void handle(HttpServletRequest request, HttpServletResponse response, AccessDeniedException denied)
            throws IOException {
        Optional<InvoiceForm> kept = keepWhatWasTyped(request);
        if (signedIn() == null) {
            boolean signingIn = request.getServletPath().equals("/sign-in");
            response.sendRedirect(request.getContextPath() + (signingIn ? "/sign-in?stale" : "/sign-in"));
        } else if (kept.isPresent()) {
            response.sendRedirect(
                    request.getContextPath() + "/invoices/new/" + kept.get().idempotencyKey());
        } else {
            problems.write(
                    request,
                    response,
                    ProblemException.of(
                            HttpStatus.FORBIDDEN,
                            denied instanceof CsrfException
                                    ? "This page is older than your sign-in. Nothing was changed: open the page again."
                                    : "You are not allowed to do that."));
        }
    }

    @Override
    public void onAuthenticationSuccess(
            HttpServletRequest request, HttpServletResponse response, Authentication authentication)
            throws IOException, ServletException {
        HttpSession session = request.getSession();
        session.setMaxInactiveInterval(signedInSeconds);
        Optional<String> draft = drafts.claim(session, (Member) authentication.getPrincipal());
        if (draft.isPresent()) {
            response.sendRedirect(request.getContextPath() + "/invoices/new/" + draft.get());
        } else {
            super.onAuthenticationSuccess(request, response, authentication);
        }
    }

    /** Wherever they were going, it was here. */
    private static String pathOf(String url) {
        URI place = URI.create(url);
        return place.getRawPath() + (place.getRawQuery() == null ? "" : "?" + place.getRawQuery());
    }

    private Optional<InvoiceForm> keepWhatWasTyped(HttpServletRequest request) {
        String path = request.getServletPath();
        if (!request.getMethod().equals("POST") || !path.equals("/invoices") && !path.startsWith("/invoices/new/")) {
            return Optional.empty();
        }
        InvoiceForm form = InvoiceForm.of(request);
        Member member = signedIn();
        boolean theirs = member == null || form.renderedFor().equals(member.id().toString());
        // The seal comes first: nobody gets a session for text that we never asked for.
        return theirs && drafts.isSealed(form) && drafts.keep(request.getSession(), form, NOTE)
                ? Optional.of(form)
                : Optional.empty();
    }

    private static @Nullable Member signedIn() {
        Authentication authentication = SecurityContextHolder.getContext().getAuthentication();
        return authentication != null && authentication.getPrincipal() instanceof Member member ? member : null;
    }
}
