package dev.once.webhooks.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.once.webhooks.Sender;
import java.net.URI;
import java.net.http.HttpRequest;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.autoconfigure.actuate.observability.AutoConfigureObservability;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;

@AutoConfigureObservability
@SpringBootTest(
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {
            "once.operator.password=open-sesame-please",
            "once.web.public-url=http://localhost",
            "once.webhooks.stripe.secrets=whsec_demo_stripe"
        })
class OperatorOnlyTest {

    @LocalServerPort
    int port;

    @Test
    void outside_the_demo_profile_pages_are_the_operators_and_samples_do_not_exist() throws Exception {
        String operator = "Basic " + Base64.getEncoder().encodeToString("operator:open-sesame-please".getBytes());

        assertThat(status("/", "Accept", "text/html")).isEqualTo(401);
        assertThat(status("/", "Authorization", operator)).isEqualTo(200);
        assertThat(status("/actuator/once", "Accept", "*/*")).isEqualTo(401);
        assertThat(status("/actuator/once", "Authorization", operator)).isEqualTo(200);
        assertThat(Sender.to(port)
                        .send(request("/samples", "Authorization", operator).POST(HttpRequest.BodyPublishers.noBody()))
                        .statusCode())
                .isEqualTo(404);
    }

    @Test
    void signatures_alone_open_the_way_for_deliveries() throws Exception {
        Sender sender = Sender.to(port);

        assertThat(sender.deliver(Sender.stripe("{\"id\":\"evt_operator\",\"type\":\"ping\"}"))
                        .statusCode())
                .isEqualTo(200);
        assertThat(sender.deliver(Sender.github("{}", "x")).statusCode())
                .as("no secret, no provider")
                .isEqualTo(404);
    }

    @Test
    void the_metrics_count_deliveries_by_provider() throws Exception {
        Sender sender = Sender.to(port);
        sender.deliver(Sender.stripe("{\"id\":\"evt_metrics\",\"type\":\"ping\"}"));
        String operator = "Basic " + Base64.getEncoder().encodeToString("operator:open-sesame-please".getBytes());

        assertThat(sender.send(request("/actuator/prometheus", "Authorization", operator))
                        .body())
                .contains("once_webhooks_deliveries_total{", "provider=\"stripe\"", "disposition=\"ignored\"")
                .contains("once_claims_total{");
    }

    private int status(String path, String... headers) throws Exception {
        return Sender.to(port).send(request(path, headers)).statusCode();
    }

    private HttpRequest.Builder request(String path, String... headers) {
        return HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
                .headers(headers);
    }
}
