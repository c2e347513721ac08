package dev.once.web;

import static dev.once.web.Http.basic;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.once.core.support.StartupRefusedException;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.core.NestedExceptionUtils;

@SpringBootTest(
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {
            "once.operator.username=ops",
            "once.operator.password=open-sesame-please",
            "once.viewer.password=just-to-look-around",
            "once.web.public-url=http://localhost",
            // One address plays everybody here.
            "once.operator.sign-in-attempts=1000"
        })
@ExtendWith(OutputCaptureExtension.class)
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
        assertThat(http.get(path, "Authorization", basic("Ops", "open-sesame-please"))
                        .statusCode())
                .isEqualTo(401);
        assertThat(http.get(path, "Authorization", "Basic nonsense").statusCode())
                .isEqualTo(401);
        assertThat(http.get(path, "Authorization", basic("ops", "open-sesame-please"))
                        .statusCode())
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
        assertThat(http.get("/actuator/health", "Authorization", basic("ops", "open-sesame-please"))
                        .body())
                .contains("components");
    }

    @Test
    void pages_allow_nothing_from_outside_and_no_frame() throws Exception {
        HttpResponse<String> page = http.get("/", "Authorization", basic("ops", "open-sesame-please"));

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
        String operator = basic("ops", "open-sesame-please");
        assertThat(change("Authorization", operator)).isEqualTo(200);
        assertThat(change("Authorization", operator, "Sec-Fetch-Site", "same-origin"))
                .isEqualTo(200);
        assertThat(change("Authorization", operator, "Origin", "http://localhost"))
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
        Throwable refused = catchThrowable(() -> SpringApplication.run(
                SmallApplication.class, "--server.port=0", "--once.web.public-url=http://localhost"));

        assertThat(NestedExceptionUtils.getRootCause(refused))
                .isInstanceOf(StartupRefusedException.class)
                .hasMessageContaining("operator credential");
    }

    @Test
    void a_viewer_may_look_and_not_touch() throws Exception {
        String viewer = basic("viewer", "just-to-look-around");
        assertThat(http.get("/", "Authorization", viewer).statusCode()).isEqualTo(200);
        assertThat(http.get("/actuator/info", "Authorization", viewer).statusCode())
                .isEqualTo(200);
        assertThat(change("Authorization", viewer)).isEqualTo(403);
        assertThat(http.get("/", "Authorization", basic("viewer", "open-sesame-please"))
                        .statusCode())
                .isEqualTo(401);
    }

    @Test
    void every_action_leaves_a_line_that_says_who_what_and_from_where(CapturedOutput log) throws Exception {
        assertThat(http.post(
                                "/change?scope=ac%0Ame&x=%7B",
                                new byte[0], "Authorization", basic("ops", "open-sesame-please"))
                        .statusCode())
                .isEqualTo(200);
        change("Authorization", basic("viewer", "just-to-look-around"));
        http.get("/", "Authorization", basic("ops", "open-sesame-please"));

        assertThat(log.getAll().lines().filter(line -> line.contains("dev.once.audit")))
                .hasSize(2)
                .anySatisfy(line -> assertThat(line)
                        .contains("who=ops what=POST /change?scope=ac%0Ame&x=%7B from=127.0.0.1 status=200"))
                .anySatisfy(
                        line -> assertThat(line).contains("who=viewer what=POST /change from=127.0.0.1", "status=403"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "eleven-char", "aaaaaaaaaaaaaaaa", "my-Operator-password"})
    void a_password_that_can_be_guessed_is_refused_at_start(String password) {
        Throwable refused = catchThrowable(() -> SpringApplication.run(
                SmallApplication.class,
                "--server.port=0",
                "--once.web.public-url=http://localhost",
                "--once.operator.password=" + password));

        assertThat(NestedExceptionUtils.getRootCause(refused))
                .isInstanceOf(StartupRefusedException.class)
                .hasMessageContaining("can be guessed");
    }

    private int change(String... headers) throws Exception {
        return http.post("/change", new byte[0], headers).statusCode();
    }
}
