package dev.once.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.web.server.Shutdown;
import org.springframework.boot.web.servlet.server.AbstractServletWebServerFactory;
import org.springframework.core.env.Environment;

@SpringBootTest(
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {
            "once.operator.password=for-this-test",
            "once.web.public-url=http://localhost",
            "server.tomcat.keep-alive-timeout=7s"
        })
class WebDefaultsTest {

    @Autowired
    Environment environment;

    @Autowired
    AbstractServletWebServerFactory server;

    @Test
    void every_app_stops_gracefully_and_tells_its_health() {
        assertThat(server.getShutdown()).isEqualTo(Shutdown.GRACEFUL);
        assertThat(environment.getProperty("management.endpoint.health.probes.enabled"))
                .isEqualTo("true");
    }

    @Test
    void whatever_an_app_sets_comes_first() {
        assertThat(environment.getProperty("server.tomcat.keep-alive-timeout")).isEqualTo("7s");
    }

    @Test
    void outside_the_demo_profile_nothing_of_the_demo_is_set() {
        assertThat(environment.getProperty("server.address")).isNull();
        assertThat(environment.getProperty("once.web.links[0].url")).isNull();
    }
}
