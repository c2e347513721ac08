package dev.once.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.boot.test.autoconfigure.actuate.observability.AutoConfigureObservability;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.ActiveProfiles;

@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
@AutoConfigureObservability
@ActiveProfiles("demo")
class MetricsTest {

    @LocalServerPort
    int port;

    @Test
    void requests_are_timed_and_the_filters_of_security_are_not() throws Exception {
        Http http = new Http(port);
        http.get("/");
        assertThat(http.get("/actuator/prometheus").body())
                .contains("http_server_requests_seconds_count")
                .doesNotContain("spring_security");
    }
}
