package dev.once.showcase.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;

/** Outside the demo profile there is nothing to press, not even for an operator. */
@SpringBootTest(
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {
            "once.operator.username=op",
            "once.operator.password=a-long-and-good-password",
            "once.web.public-url=http://localhost"
        })
class ControlsOutsideDemoTest {

    @LocalServerPort
    private int port;

    @ParameterizedTest
    @CsvSource({
        "POST,/console",
        "POST,/surfaces/webhooks/kill",
        "POST,/surfaces/api/attempts",
        "POST,/surfaces/api/lost-answer",
        "POST,/trials/check-then-insert",
        "POST,/variants/check-then-insert/payments",
        "POST,/variants/kill",
        "GET,/surfaces"
    })
    void no_control_exists(String method, String path) throws IOException {
        String host = "Host: localhost:" + port;
        assertThat(RawHttp.status(port, method, path, "{}", host)).isEqualTo(401);
        String credential =
                Base64.getEncoder().encodeToString("op:a-long-and-good-password".getBytes(StandardCharsets.US_ASCII));
        assertThat(RawHttp.status(port, method, path, "{}", host, "Authorization: Basic " + credential))
                .isEqualTo(404);
        assertThat(RawHttp.status(port, "GET", "/", "", host, "Authorization: Basic " + credential))
                .as("the page can be read")
                .isEqualTo(200);
    }
}
