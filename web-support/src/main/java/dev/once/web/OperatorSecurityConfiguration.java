package dev.once.web;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.security.servlet.EndpointRequest;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;
import org.springframework.http.HttpStatus;
import org.springframework.security.authentication.AnonymousAuthenticationProvider;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.observation.SecurityObservationSettings;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.core.userdetails.UsernameNotFoundException;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.firewall.RequestRejectedHandler;
import org.springframework.security.web.servlet.util.matcher.PathPatternRequestMatcher;
import org.springframework.security.web.util.matcher.RequestMatcher;

/**
 * Two chains: the actuator's first, the pages' last, and an app's own in between ({@link OperatorSecurity#APP_CHAINS}).
 * An app whose pages have users of their own names its chain `pagesSecurity` and so replaces the last one.
 */
@Configuration(proxyBeanMethods = false)
class OperatorSecurityConfiguration {

    private static final List<String> THE_LOOK = List.of("/once.css", "/once.js", "/favicon.svg", "/favicon.ico");

    @Bean
    OperatorSecurity operatorSecurity(
            OperatorProperties operator,
            ViewerProperties viewer,
            WebProperties web,
            ProblemWriter problems,
            Environment environment) {
        boolean demo = environment.acceptsProfiles(WebDefaults.DEMO);
        SignInAttempts attempts =
                new SignInAttempts(operator.signInAttempts(), operator.signInWindow(), Clock.systemUTC());
        AuthenticationProvider operators = demo
                ? new AnonymousAuthenticationProvider("nobody signs in here")
                : new OneAtATime(new LimitedSignIn(
                        new OperatorAuthentication(operator, viewer), attempts, UnaryOperator.identity()));
        return new OperatorSecurity(demo, operators, attempts, web.publicUrl(), problems);
    }

    /** Every request of an operator brings the password: those that come together must not count as guesses of each other. */
    private record OneAtATime(AuthenticationProvider operators) implements AuthenticationProvider {

        @Override
        public synchronized Authentication authenticate(Authentication given) {
            return operators.authenticate(given);
        }

        @Override
        public boolean supports(Class<?> given) {
            return operators.supports(given);
        }
    }

    @Bean
    @Order(Ordered.HIGHEST_PRECEDENCE + 100)
    SecurityFilterChain actuatorSecurity(HttpSecurity http, OperatorSecurity security) throws Exception {
        http.securityMatcher(EndpointRequest.toAnyEndpoint());
        return security.operatorsOnly(http, List.of(EndpointRequest.to("health")));
    }

    @Bean
    @Order(Ordered.LOWEST_PRECEDENCE - 100)
    @ConditionalOnMissingBean(name = "pagesSecurity")
    SecurityFilterChain pagesSecurity(HttpSecurity http, OperatorSecurity security, ObjectProvider<OpenPaths> openPaths)
            throws Exception {
        List<RequestMatcher> open = new ArrayList<>();
        THE_LOOK.forEach(
                path -> open.add(PathPatternRequestMatcher.withDefaults().matcher(path)));
        openPaths.forEach(paths -> paths.patterns()
                .forEach(path ->
                        open.add(PathPatternRequestMatcher.withDefaults().matcher(path))));
        return security.operatorsOnly(http, open);
    }

    /** A timer per filter and request costs more than it tells: `http.server.requests` has the whole, and the log who was refused. */
    @Bean
    @ConditionalOnMissingBean
    SecurityObservationSettings observations() {
        return SecurityObservationSettings.noObservations();
    }

    /** Or Boot would invent a user and print its password. */
    @Bean
    @ConditionalOnMissingBean
    UserDetailsService noUsers() {
        return name -> {
            throw new UsernameNotFoundException("this app has an operator and no users");
        };
    }

    /** Addresses that Spring Security's firewall refuses. */
    @Bean
    RequestRejectedHandler refusedByFirewall(ProblemWriter problems) {
        return (request, response, rejected) -> problems.write(request, response, Problems.of(HttpStatus.BAD_REQUEST));
    }
}
