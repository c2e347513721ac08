package dev.once.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.once.core.support.StartupRefusedException;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.test.context.ActiveProfiles;

@SpringBootTest(
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {
            "once.web.title=Orders",
            "once.web.links[0].name=Orders",
            "once.web.links[0].url=http://localhost:9091/",
            "once.web.links[1].name=Customers",
            "once.web.links[1].url=http://localhost:9092/"
        })
@ActiveProfiles("demo")
class DemoTest {

    @LocalServerPort
    int port;

    @Test
    void the_demo_is_open_and_shows_the_way_to_the_other_apps() throws Exception {
        Http http = new Http(port);

        assertThat(http.get("/").body())
                .contains("http://localhost:9092/", "Customers", "aria-current=\"true\">Orders</a>");
        assertThat(http.get("/actuator/info").statusCode()).isEqualTo(200);
        assertThat(http.post("/change", new byte[0]).statusCode()).isEqualTo(200);
    }

    @Test
    void a_foreign_name_for_this_machine_is_refused() throws Exception {
        assertThat(new Http(port).raw("GET / HTTP/1.1\r\nHost: rebound.test\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 403");
    }

    @Test
    void the_demo_does_not_start_where_others_could_reach_it() {
        Throwable refused = catchThrowable(() -> SpringApplication.run(
                SmallApplication.class,
                "--server.port=0",
                "--spring.profiles.active=demo",
                "--server.address=0.0.0.0"));

        assertThat(NestedExceptionUtils.getRootCause(refused))
                .isInstanceOf(StartupRefusedException.class)
                .hasMessageContaining("0.0.0.0");
    }
}
