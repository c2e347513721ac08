package com.example.orders;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerAdapter;

/** What is Boot 4's own; the tests of ../jdbc run here as well. */
@SpringBootTest(
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = "management.endpoints.web.exposure.include=once,health")
class OrdersTest implements TestDatabase {

    @LocalServerPort
    private int port;

    @Autowired
    private HikariDataSource pool;

    @Autowired
    private RequestMappingHandlerAdapter adapter;

    private final HttpClient http = HttpClient.newHttpClient();

    @Test
    void it_runs_on_boot_4_and_jackson_3_with_its_own_settings() {
        assertThat(SpringBootVersion.getVersion()).startsWith("4.");
        assertThat(pool.getConnectionInitSql()).isNull();
        assertThat(adapter.getMessageConverters())
                .extracting(converter -> converter.getClass().getSimpleName())
                .contains("JacksonJsonHttpMessageConverter")
                .doesNotContain("MappingJackson2HttpMessageConverter");
    }

    @Test
    void the_operators_view_is_there() throws Exception {
        assertThat(place("tea").body()).contains("\"item\":\"tea\"");
        HttpResponse<String> found = get("/actuator/once/orders?scope=operated&key=key");
        assertThat(found.statusCode()).isEqualTo(200);
        assertThat(found.body()).contains("\"idempotency_key\":\"key\"");
        assertThat(get("/actuator/once/orders?scope=operated&key=other").statusCode())
                .isEqualTo(404);
    }

    private HttpResponse<String> place(String item) throws Exception {
        return http.send(
                HttpRequest.newBuilder(uri("/orders"))
                        .header("X-Tenant", "operated")
                        .header("Idempotency-Key", "key")
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString("{\"item\":\"" + item + "\",\"pieces\":1}"))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> get(String path) throws Exception {
        return http.send(HttpRequest.newBuilder(uri(path)).build(), HttpResponse.BodyHandlers.ofString());
    }

    private URI uri(String path) {
        return URI.create("http://localhost:" + port + path);
    }
}
