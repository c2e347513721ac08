package dev.once.web;

import dev.once.core.AnswerErasedException;
import dev.once.core.autoconfigure.DatabaseUrlAutoConfiguration;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.springframework.beans.BeanUtils;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.annotation.Order;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.CannotGetJdbcConnectionException;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.stereotype.Controller;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseBody;

/** An app as small as it can be, with one path open, one with a chain of its own, and the rest for the operator. It has no database. */
@SpringBootApplication(exclude = DatabaseUrlAutoConfiguration.class)
class SmallApplication {

    @Bean
    OpenPaths open() {
        return OpenPaths.of("/open/**");
    }

    @Bean
    @Order(OperatorSecurity.APP_CHAINS)
    SecurityFilterChain api(HttpSecurity http, OperatorSecurity security) throws Exception {
        return security.hardened(http)
                .securityMatcher("/api/**")
                .authorizeHttpRequests(requests -> requests.anyRequest().authenticated())
                .exceptionHandling(refusals -> refusals.authenticationEntryPoint(security.challenge("Bearer")))
                .build();
    }

    /** No page can be made of an answer at this path: each link in it fails. */
    @Bean
    FilterRegistrationBean<Filter> brokenLinks() {
        FilterRegistrationBean<Filter> filter = new FilterRegistrationBean<>((request, response, chain) ->
                chain.doFilter(request, new HttpServletResponseWrapper((HttpServletResponse) response) {
                    @Override
                    public String encodeURL(String url) {
                        throw new IllegalStateException("the session's database is away");
                    }
                }));
        filter.addUrlPatterns("/open/fails/halfway");
        return filter;
    }

    @Controller
    static class Paths {

        record Order(int quantity) {}

        private final ProblemWriter problems;

        Paths(ProblemWriter problems) {
            this.problems = problems;
        }

        @GetMapping("/")
        String page() {
            return "small";
        }

        @PostMapping("/open/raw")
        @ResponseBody
        Map<String, Object> raw(RawBody body) {
            return Map.of("bytes", body.bytes().length);
        }

        @PostMapping("/read")
        @ResponseBody
        Map<String, Object> read(RawBody body) {
            return raw(body);
        }

        @PostMapping("/open/order")
        @ResponseBody
        Map<String, Object> order(@RequestBody Order order) {
            return Map.of("quantity", order.quantity());
        }

        @PostMapping("/open/form")
        @ResponseBody
        Map<String, Object> form(@RequestParam String name) {
            return Map.of("name", name);
        }

        /** As a filter does that sees a page fail. */
        @GetMapping("/open/half")
        void half(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.setContentType("text/html;charset=UTF-8");
            response.getWriter().write("half a page");
            problems.write(request, response, ProblemException.of(HttpStatus.SERVICE_UNAVAILABLE, "Not now."));
        }

        @GetMapping("/open/number")
        @ResponseBody
        Map<String, Object> number(@RequestParam int n) {
            return Map.of("n", n);
        }

        @GetMapping("/open/where")
        @ResponseBody
        Map<String, Object> where(HttpServletRequest request) {
            request.getSession();
            return Map.of("url", request.getRequestURL(), "from", request.getRemoteAddr());
        }

        @RequestMapping("/open/elsewhere")
        String elsewhere() {
            return "redirect:/open/where";
        }

        @PostMapping("/change")
        @ResponseBody
        Map<String, Object> change() {
            return Map.of("changed", true);
        }

        @GetMapping("/open/fails/{how}")
        String fails(@PathVariable String how) {
            throw switch (how) {
                case "no-connection" -> new CannotGetJdbcConnectionException("secret host 10.1.2.3");
                case "no-transaction" -> new CannotCreateTransactionException("secret");
                case "resource" -> new DataAccessResourceFailureException("secret");
                case "timeout" -> new QueryTimeoutException("secret");
                case "wrapped" -> new IllegalStateException("outer", new QueryTimeoutException("secret"));
                case "halfway" -> ProblemException.of(HttpStatus.FORBIDDEN, "Not this.");
                case "erased" -> BeanUtils.instantiateClass(AnswerErasedException.class);
                case "refused" ->
                    ProblemException.of(HttpStatus.CONFLICT, "still-running", "The first one is still running.")
                            .retryAfter(Duration.ofMillis(1200))
                            .with("running", true);
                default -> new IllegalStateException("a secret that must not get out");
            };
        }
    }
}
