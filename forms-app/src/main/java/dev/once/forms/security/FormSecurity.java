package dev.once.forms.security;

import dev.once.forms.FormsProperties;
import dev.once.forms.provenance.Members;
import dev.once.web.LimitedSignIn;
import dev.once.web.OperatorSecurity;
import dev.once.web.SignInAttempts;
import jakarta.servlet.DispatcherType;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpMethod;
import org.springframework.security.authentication.InternalAuthenticationServiceException;
import org.springframework.security.authentication.LockedException;
import org.springframework.security.authentication.ProviderManager;
import org.springframework.security.authentication.dao.DaoAuthenticationProvider;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.crypto.factory.PasswordEncoderFactories;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.AccessDeniedHandler;
import org.springframework.security.web.authentication.AuthenticationFailureHandler;
import org.springframework.security.web.authentication.AuthenticationSuccessHandler;
import org.springframework.security.web.csrf.CookieCsrfTokenRepository;
import org.springframework.security.web.csrf.CsrfTokenRepository;
import org.springframework.security.web.savedrequest.CookieRequestCache;
import org.springframework.security.web.savedrequest.RequestCache;
import org.springframework.security.web.servlet.util.matcher.PathPatternRequestMatcher;

/** People sign in with a form; the session is theirs alone from then on, and every post carries its CSRF token. */
@Configuration(proxyBeanMethods = false)
class FormSecurity {

    private static final String[] EVERYBODYS = {"/sign-in", "/once.css", "/once.js", "/favicon.svg", "/favicon.ico"};

    @Bean
    PasswordEncoder passwordEncoder() {
        return PasswordEncoderFactories.createDelegatingPasswordEncoder();
    }

    @Bean
    SignInAttempts signInAttempts(FormsProperties properties, Clock clock) {
        return new SignInAttempts(properties.signInAttempts(), properties.signInWindow(), clock);
    }

    /** Its name replaces the chain that would let only an operator see the pages. */
    @Bean
    @Order(Ordered.LOWEST_PRECEDENCE - 100)
    SecurityFilterChain pagesSecurity(
            HttpSecurity http,
            OperatorSecurity security,
            Members members,
            PasswordEncoder passwordEncoder,
            SignInAttempts attempts,
            AuthenticationEntryPoint signInFirst,
            AccessDeniedHandler refused,
            AuthenticationSuccessHandler signedIn,
            RequestCache whereTheyWereGoing)
            throws Exception {
        DaoAuthenticationProvider passwords = new DaoAuthenticationProvider(members);
        passwords.setPasswordEncoder(passwordEncoder);
        return security.hardened(http)
                // A manager of its own, with no parent that would look at the password without counting.
                .authenticationManager(new ProviderManager(new LimitedSignIn(passwords, attempts, Members::normal)))
                .authorizeHttpRequests(requests -> requests.dispatcherTypeMatchers(
                                DispatcherType.ERROR, DispatcherType.FORWARD, DispatcherType.ASYNC)
                        .permitAll()
                        .requestMatchers(EVERYBODYS)
                        .permitAll()
                        .anyRequest()
                        .authenticated())
                .formLogin(form -> form.loginPage("/sign-in")
                        .usernameParameter("email")
                        .successHandler(signedIn)
                        .failureHandler(notSignedIn()))
                .logout(out -> out.logoutUrl("/sign-out").logoutSuccessUrl("/sign-in?out"))
                .exceptionHandling(refusals ->
                        refusals.authenticationEntryPoint(signInFirst).accessDeniedHandler(refused))
                .requestCache(cache -> cache.requestCache(whereTheyWereGoing))
                .csrf(csrf -> csrf.csrfTokenRepository(tokensInCookies()))
                .build();
    }

    /** In a cookie, as the CSRF token is: who has not signed in makes us store nothing. */
    @Bean
    RequestCache whereTheyWereGoing() {
        CookieRequestCache cache = new CookieRequestCache();
        cache.setRequestMatcher(PathPatternRequestMatcher.withDefaults().matcher(HttpMethod.GET, "/**"));
        return cache;
    }

    private static CsrfTokenRepository tokensInCookies() {
        CookieCsrfTokenRepository tokens = new CookieCsrfTokenRepository();
        tokens.setCookieName("once-forms-csrf");
        return tokens;
    }

    private static AuthenticationFailureHandler notSignedIn() {
        return (request, response, failure) -> {
            if (failure instanceof InternalAuthenticationServiceException
                    && failure.getCause() instanceof RuntimeException databaseAway) {
                throw databaseAway;
            }
            response.sendRedirect(request.getContextPath()
                    + (failure instanceof LockedException ? "/sign-in?wait" : "/sign-in?error"));
        };
    }
}
