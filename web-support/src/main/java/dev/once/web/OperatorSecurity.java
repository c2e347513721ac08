package dev.once.web;

import static dev.once.web.OperatorAuthentication.OPERATOR;
import static dev.once.web.OperatorAuthentication.VIEWER;
import static org.springframework.security.web.header.writers.ReferrerPolicyHeaderWriter.ReferrerPolicy.SAME_ORIGIN;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.authentication.LockedException;
import org.springframework.security.authentication.ProviderManager;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.annotation.web.configurers.HeadersConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.ExceptionTranslationFilter;
import org.springframework.security.web.context.SecurityContextHolderFilter;
import org.springframework.security.web.util.matcher.RequestMatcher;

/**
 * The building blocks of an app's security: {@link #hardened} for each of its chains, {@link #operatorsOnly} for the
 * chains that only an operator may pass. The demo profile has no operator, so it must not be reachable from elsewhere.
 */
public final class OperatorSecurity {

    /** Where an app's own chain goes, so that it is asked before the one for pages. */
    public static final int APP_CHAINS = 0;

    static final String CONTENT_POLICY =
            "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'";

    private final boolean demo;
    private final AuthenticationProvider operators;
    private final SignInAttempts attempts;
    private final @Nullable URI publicUrl;
    private final ProblemWriter problems;

    OperatorSecurity(
            boolean demo,
            AuthenticationProvider operators,
            SignInAttempts attempts,
            @Nullable URI publicUrl,
            ProblemWriter problems) {
        this.demo = demo;
        this.publicUrl = publicUrl;
        this.operators = operators;
        this.attempts = attempts;
        this.problems = problems;
    }

    /** Security headers, and refusals that look like all other errors. */
    public HttpSecurity hardened(HttpSecurity http) throws Exception {
        return http.headers(headers -> headers.frameOptions(HeadersConfigurer.FrameOptionsConfig::deny)
                        .httpStrictTransportSecurity(tls -> tls.includeSubDomains(false))
                        .referrerPolicy(referrer -> referrer.policy(SAME_ORIGIN))
                        .contentSecurityPolicy(policy -> policy.policyDirectives(CONTENT_POLICY)))
                .exceptionHandling(refusals -> refusals.authenticationEntryPoint(challenge("Basic realm=\"once\""))
                        .accessDeniedHandler((request, response, denied) ->
                                problems.write(request, response, Problems.of(HttpStatus.FORBIDDEN))));
    }

    /** Only the operator passes, except on open paths; in the demo profile everybody on this machine does. */
    public SecurityFilterChain operatorsOnly(HttpSecurity http, List<RequestMatcher> open) throws Exception {
        hardened(http)
                .csrf(AbstractHttpConfigurer::disable)
                .formLogin(AbstractHttpConfigurer::disable)
                .logout(AbstractHttpConfigurer::disable)
                .requestCache(AbstractHttpConfigurer::disable)
                .sessionManagement(session -> session.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
                .addFilterAfter(crossSiteGuard(), SecurityContextHolderFilter.class)
                .authorizeHttpRequests(requests -> {
                    requests.dispatcherTypeMatchers(DispatcherType.ERROR, DispatcherType.FORWARD, DispatcherType.ASYNC)
                            .permitAll();
                    requests.requestMatchers(open.toArray(RequestMatcher[]::new))
                            .permitAll();
                    if (demo) {
                        requests.anyRequest().permitAll();
                    } else {
                        requests.requestMatchers(HttpMethod.GET).hasAnyRole(OPERATOR, VIEWER);
                        requests.requestMatchers(HttpMethod.HEAD).hasAnyRole(OPERATOR, VIEWER);
                        requests.anyRequest().hasRole(OPERATOR);
                    }
                });
        if (!demo) {
            http.authenticationManager(new ProviderManager(operators))
                    .addFilterBefore(new OperatorAudit(), ExceptionTranslationFilter.class)
                    .httpBasic(basic -> basic.authenticationEntryPoint(challenge("Basic realm=\"once\"")));
        }
        return http.build();
    }

    /** Answers 401 with this challenge, as problem+json or as a page. */
    public AuthenticationEntryPoint challenge(String challenge) {
        return (request, response, missing) -> problems.write(
                request,
                response,
                missing instanceof LockedException
                        ? ProblemException.of(
                                        HttpStatus.TOO_MANY_REQUESTS,
                                        "Too many wrong passwords came from your address.")
                                .retryAfter(attempts.window())
                        : Problems.of(HttpStatus.UNAUTHORIZED).header(HttpHeaders.WWW_AUTHENTICATE, challenge));
    }

    /** For a chain without CSRF tokens: a browser's form or script of another site is refused. */
    private Filter crossSiteGuard() {
        return new CrossSiteGuard(demo, demo ? null : publicUrl, problems);
    }
}
