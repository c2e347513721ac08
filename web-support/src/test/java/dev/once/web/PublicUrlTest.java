package dev.once.web;

import static dev.once.web.Http.basic;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.once.core.support.StartupRefusedException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.core.NestedExceptionUtils;

/** Behind a proxy that ends TLS. The test plays the proxy, from 127.0.0.1. */
@SpringBootTest(
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {
            "once.operator.password=a-password-for-this-test",
            "once.web.public-url=https://pay.example.com",
            "once.web.proxies=127\\.0\\.0\\.1"
        })
class PublicUrlTest {

    private static final String HEAD = "HTTP/1.1\r\nHost: evil.test\r\nConnection: close\r\n";

    @LocalServerPort
    int port;

    Http http;

    @BeforeEach
    void connect() {
        http = new Http(port);
    }

    @Test
    void the_host_of_a_request_decides_nothing() throws Exception {
        assertThat(http.raw(
                        "GET /open/where " + HEAD + "X-Forwarded-Host: evil.test\r\nX-Forwarded-Proto: http\r\n\r\n"))
                .startsWith("HTTP/1.1 200")
                .contains("https://pay.example.com/open/where")
                .doesNotContain("evil");
        assertThat(http.raw("GET /open/elsewhere " + HEAD + "\r\n"))
                .contains("Location: /open/where")
                .doesNotContain("evil");
    }

    @Test
    void browsers_stay_with_tls_and_cookies_with_it_too() throws Exception {
        assertThat(http.raw("GET /open/where " + HEAD + "\r\n"))
                .contains("Strict-Transport-Security: max-age=31536000")
                .containsPattern("Set-Cookie: JSESSIONID=[^\r]*Secure[^\r]*HttpOnly[^\r]*SameSite=Lax");
    }

    @Test
    void our_own_pages_are_those_of_the_public_url() throws Exception {
        String operator = basic("operator", "a-password-for-this-test");
        assertThat(http.post("/change", new byte[0], "Authorization", operator, "Origin", "https://pay.example.com")
                        .statusCode())
                .isEqualTo(200);
        assertThat(http.post("/change", new byte[0], "Authorization", operator, "Origin", "http://localhost:" + port)
                        .statusCode())
                .isEqualTo(403);
    }

    @Test
    void a_proxy_that_is_named_is_believed_where_somebody_comes_from() throws Exception {
        assertThat(http.raw("GET /open/where " + HEAD + "X-Forwarded-For: 203.0.113.7\r\n\r\n"))
                .contains("\"from\":\"203.0.113.7\"");
        assertThat(http.raw("GET /open/where " + HEAD + "X-Forwarded-For: 198.51.100.9, 203.0.113.7\r\n\r\n"))
                .as("the last one is the proxy's word, the first one anybody's")
                .contains("\"from\":\"203.0.113.7\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "--once.web.public-url=http://pay.example.com",
                "--once.web.public-url=pay.example.com",
                "--once.web.public-url=https://pay.example.com/app",
                "--server.forward-headers-strategy=native"
            })
    void without_a_usable_one_the_app_does_not_start(String setting) {
        Throwable refused = catchThrowable(() -> SpringApplication.run(
                SmallApplication.class,
                "--server.port=0",
                "--once.operator.password=a-password-for-this-test",
                setting.isEmpty() ? "--server.address=127.0.0.1" : setting));

        assertThat(NestedExceptionUtils.getRootCause(refused)).isInstanceOf(StartupRefusedException.class);
    }
}
