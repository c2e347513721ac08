package dev.once.web;

import static org.springframework.security.web.header.writers.ReferrerPolicyHeaderWriter.ReferrerPolicy.SAME_ORIGIN;

import dev.once.core.StartupRefusedException;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import java.util.List;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.security.authentication.ProviderManager;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.annotation.web.configurers.HeadersConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.SecurityFilterChain;
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
    private final OperatorProperties operator;
    private final ProblemWriter problems;

    OperatorSecurity(boolean demo, OperatorProperties operator, ProblemWriter problems) {
        if (!demo && operator.isMissing()) {
            throw new StartupRefusedException(
                    "There is no operator credential, and without one nobody could see the pages and the actuator.",
                    "Set once.operator.username and once.operator.password, or start with the profile 'demo' to try"
                            + " things out on this machine.");
        }
        this.demo = demo;
        this.operator = operator;
        this.problems = problems;
    }

    /** Security headers, and refusals that look like all other errors. */
    public HttpSecurity hardened(HttpSecurity http) throws Exception {
        return http.headers(headers -> headers.frameOptions(HeadersConfigurer.FrameOptionsConfig::deny)
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
                        requests.anyRequest().hasRole(OperatorAuthentication.ROLE);
                    }
                });
        if (!demo) {
            http.authenticationManager(new ProviderManager(new OperatorAuthentication(operator)))
                    .httpBasic(basic -> basic.authenticationEntryPoint(challenge("Basic realm=\"once\"")));
        }
        return http.build();
    }

    /** Answers 401 with this challenge, as problem+json or as a page. */
    public AuthenticationEntryPoint challenge(String challenge) {
        return (request, response, missing) -> problems.write(
                request,
                response,
                Problems.of(HttpStatus.UNAUTHORIZED).header(HttpHeaders.WWW_AUTHENTICATE, challenge));
    }

    /** For a chain without CSRF tokens: a browser's form or script of another site is refused. */
    private Filter crossSiteGuard() {
        return new CrossSiteGuard(demo, problems);
    }
}
