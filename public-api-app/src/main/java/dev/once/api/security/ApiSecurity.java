package dev.once.api.security;

import dev.once.api.ApiProperties;
import dev.once.api.provenance.ApiProvenance;
import dev.once.web.OpenPaths;
import dev.once.web.OperatorSecurity;
import dev.once.web.ProblemException;
import dev.once.web.ProblemWriter;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.ExceptionTranslationFilter;
import org.springframework.security.web.authentication.AnonymousAuthenticationFilter;
import org.springframework.web.servlet.HandlerExceptionResolver;

/** The API needs a client's token, the pages an operator (web-support's chain), the contract and the problems nobody. */
@Configuration(proxyBeanMethods = false)
class ApiSecurity {

    @Bean
    OpenPaths published() {
        return OpenPaths.of("/docs", "/docs.js", "/v3/api-docs", "/v3/api-docs.yaml", "/problems", "/problems/*");
    }

    @Bean
    @Order(OperatorSecurity.APP_CHAINS)
    SecurityFilterChain clientsOnly(
            HttpSecurity http,
            OperatorSecurity security,
            ProblemWriter problems,
            ApiProvenance provenance,
            ApiProperties properties,
            @Qualifier("handlerExceptionResolver") HandlerExceptionResolver failures)
            throws Exception {
        return security.hardened(http)
                .csrf(AbstractHttpConfigurer::disable)
                .formLogin(AbstractHttpConfigurer::disable)
                .logout(AbstractHttpConfigurer::disable)
                .requestCache(AbstractHttpConfigurer::disable)
                .sessionManagement(session -> session.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
                .securityMatcher("/api", "/api/**")
                .addFilterBefore(new BearerFilter(provenance, failures), AnonymousAuthenticationFilter.class)
                .addFilterBefore(
                        new ClientShareFilter(properties.requestsAtOnce(), problems), ExceptionTranslationFilter.class)
                .authorizeHttpRequests(requests -> requests.requestMatchers(HttpMethod.GET)
                        .authenticated()
                        .requestMatchers(HttpMethod.HEAD)
                        .authenticated()
                        .anyRequest()
                        .hasAuthority(ApiProvenance.MAY_WRITE))
                .exceptionHandling(refusals -> refusals.authenticationEntryPoint(unauthorized(problems)))
                .build();
    }

    private static AuthenticationEntryPoint unauthorized(ProblemWriter problems) {
        return (request, response, missing) -> {
            boolean tried = request.getHeader(HttpHeaders.AUTHORIZATION) != null;
            problems.write(
                    request,
                    response,
                    ProblemException.of(
                                    HttpStatus.UNAUTHORIZED,
                                    tried
                                            ? "This is no token of a client that may call."
                                            : "Send your token with the request: 'Authorization: Bearer <token>'.")
                            .header(
                                    HttpHeaders.WWW_AUTHENTICATE,
                                    "Bearer realm=\"once\"" + (tried ? ", error=\"invalid_token\"" : "")));
        };
    }
}
