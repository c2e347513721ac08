package dev.once.showcase.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PortsTest {

    @Test
    void ports_are_the_usual_ones_unless_a_variable_says_otherwise() {
        Ports ports = new Ports(Map.of("ONCE_API_PORT", "9999", "ONCE_FORMS_PORT", " "));
        assertThat(ports.of(App.WEBHOOKS)).isEqualTo(8081);
        assertThat(ports.of(App.FORMS)).isEqualTo(8082);
        assertThat(ports.of(App.API)).isEqualTo(9999);
        assertThat(ports.showcase()).isEqualTo(8080);
        assertThat(ports.links()).containsEntry("once.web.links[4].url", "http://localhost:9999/");
    }

    @Test
    void a_taken_port_is_a_sentence_with_the_port_the_app_and_the_variable() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Ports ports = new Ports(Map.of("ONCE_WEBHOOKS_PORT", String.valueOf(taken.getLocalPort())));
            assertThatThrownBy(() -> ports.requireFree(App.WEBHOOKS))
                    .isInstanceOf(Refusal.class)
                    .hasMessageContaining("Port " + taken.getLocalPort() + " is taken, and webhooks wants it.")
                    .hasMessageContaining("ONCE_WEBHOOKS_PORT=");
        }
    }

    @Test
    void nonsense_is_no_port() {
        assertThatThrownBy(() -> new Ports(Map.of("ONCE_API_PORT", "high")).of(App.API))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("ONCE_API_PORT is 'high', which is no port.");
    }
}
