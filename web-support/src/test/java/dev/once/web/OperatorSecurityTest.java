package dev.once.web;

import static dev.once.web.Http.basic;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.once.core.StartupRefusedException;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.core.NestedExceptionUtils;

@SpringBootTest(
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {"once.operator.username=ops", "once.operator.password=sesame"})
class OperatorSecurityTest {

    @LocalServerPort
    int port;

    Http http;

    @BeforeEach
    void connect() {
        http = new Http(port);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/actuator", "/actuator/info", "/actuator/prometheus", "/error"})
    void pages_and_actuator_are_the_operators(String path) throws Exception {
        assertThat(http.get(path).statusCode()).isEqualTo(401);
        assertThat(http.get(path, "Authorization", basic("ops", "wrong")).statusCode())
                .isEqualTo(401);
        assertThat(http.get(path, "Authorization", basic("Ops", "sesame")).statusCode())
                .isEqualTo(401);
        assertThat(http.get(path, "Authorization", "Basic nonsense").statusCode())
                .isEqualTo(401);
        assertThat(http.get(path, "Authorization", basic("ops", "sesame")).statusCode())
                .isIn(200, 404);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/actuator/health",
                "/actuator/health/liveness",
                "/actuator/health/readiness",
                "/once.css",
                "/once.js",
                "/favicon.svg",
                "/open/number?n=1"
            })
    void health_the_look_and_open_paths_are_everybodys(String path) throws Exception {
        assertThat(http.get(path).statusCode()).isEqualTo(200);
    }

    @Test
    void health_tells_strangers_no_details() throws Exception {
        assertThat(http.get("/actuator/health").body()).doesNotContain("components");
        assertThat(http.get("/actuator/health", "Authorization", basic("ops", "sesame"))
                        .body())
                .contains("components");
    }

    @Test
    void pages_allow_nothing_from_outside_and_no_frame() throws Exception {
        HttpResponse<String> page = http.get("/", "Authorization", basic("ops", "sesame"));

        assertThat(page.headers().firstValue("Content-Security-Policy")).hasValueSatisfying(policy -> assertThat(policy)
                .contains("default-src 'self'", "frame-ancestors 'none'")
                .doesNotContain("unsafe"));
        assertThat(page.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
        assertThat(page.headers().firstValue("X-Frame-Options")).hasValue("DENY");
        assertThat(page.headers().firstValue("Referrer-Policy")).hasValue("same-origin");
        assertThat(page.headers().firstValue("Set-Cookie")).isEmpty();
        assertThat(page.body())
                .contains("<h1>A page</h1>", "<title>Start")
                .doesNotContain("style=", "<style", "onclick", "http://");
    }

    @Test
    void a_page_of_another_site_cannot_use_the_operators_browser() throws Exception {
        String operator = basic("ops", "sesame");
        assertThat(change("Authorization", operator)).isEqualTo(200);
        assertThat(change("Authorization", operator, "Sec-Fetch-Site", "same-origin"))
                .isEqualTo(200);
        assertThat(change("Authorization", operator, "Origin", "http://localhost:" + port))
                .isEqualTo(200);
        assertThat(change("Authorization", operator, "Sec-Fetch-Site", "cross-site"))
                .isEqualTo(403);
        assertThat(change("Authorization", operator, "Sec-Fetch-Site", "same-site"))
                .isEqualTo(403);
        assertThat(change("Authorization", operator, "Origin", "http://evil.test"))
                .isEqualTo(403);
        assertThat(change("Authorization", operator, "Origin", "null")).isEqualTo(403);
    }

    @Test
    void without_a_credential_the_app_does_not_start() {
        Throwable refused = catchThrowable(() -> SpringApplication.run(SmallApplication.class, "--server.port=0"));

        assertThat(NestedExceptionUtils.getRootCause(refused))
                .isInstanceOf(StartupRefusedException.class)
                .hasMessageContaining("operator credential");
    }

    private int change(String... headers) throws Exception {
        return http.post("/change", new byte[0], headers).statusCode();
    }
}
