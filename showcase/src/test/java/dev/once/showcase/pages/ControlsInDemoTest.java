package dev.once.showcase.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.ActiveProfiles;

/** In the demo profile the controls answer to this machine's own page, and to nobody else's. */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
@ActiveProfiles("demo")
class ControlsInDemoTest {

    private static final String CLAIM = "{\"session\":\"00000000000000000000000000000001\",\"sql\":\"select 1\"}";

    @LocalServerPort
    private int port;

    @Value("${server.address}")
    private String address;

    @Test
    void they_listen_on_this_machine_only() {
        assertThat(address).isEqualTo("127.0.0.1");
    }

    @ParameterizedTest
    @CsvSource({
        "/console",
        "/surfaces/webhooks/kill",
        "/surfaces/api/attempts",
        "/trials/check-then-insert",
        "/variants/kill"
    })
    void a_foreign_host_name_is_refused(String path) throws IOException {
        assertThat(RawHttp.status(port, "POST", path, CLAIM, "Host: rebound.example"))
                .isEqualTo(403);
    }

    @ParameterizedTest
    @CsvSource({
        "/console",
        "/surfaces/webhooks/kill",
        "/surfaces/api/attempts",
        "/trials/check-then-insert",
        "/variants/kill"
    })
    void another_sites_page_is_refused(String path) throws IOException {
        String host = "Host: localhost:" + port;
        assertThat(RawHttp.status(port, "POST", path, CLAIM, host, "Origin: https://evil.example"))
                .isEqualTo(403);
        assertThat(RawHttp.status(port, "POST", path, CLAIM, host, "Sec-Fetch-Site: cross-site"))
                .isEqualTo(403);
    }

    @Test
    void our_own_page_is_served() throws IOException {
        String host = "Host: localhost:" + port;
        assertThat(RawHttp.status(port, "POST", "/console", CLAIM, host, "Sec-Fetch-Site: same-origin"))
                .isEqualTo(200);
        assertThat(RawHttp.status(port, "GET", "/", "", host)).isEqualTo(200);
    }

    @Test
    void nonsense_is_a_4xx() throws IOException {
        String host = "Host: localhost:" + port;
        assertThat(RawHttp.status(port, "POST", "/console", "{\"session\":\"x\",\"sql\":\"select 1\"}", host))
                .isEqualTo(400);
        assertThat(RawHttp.status(port, "POST", "/console", "{}", host)).isEqualTo(400);
        assertThat(RawHttp.status(port, "POST", "/trials/none", "", host)).isEqualTo(404);
        assertThat(RawHttp.status(port, "POST", "/surfaces/none/kill", "", host))
                .isEqualTo(404);
        assertThat(RawHttp.status(port, "POST", "/surfaces/api/attempts?times=x", "", host))
                .isEqualTo(400);
    }
}
