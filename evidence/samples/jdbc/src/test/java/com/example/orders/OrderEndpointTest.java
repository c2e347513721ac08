package com.example.orders;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What the callers of the endpoint see beyond the contract. */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
class OrderEndpointTest implements TestDatabase {

    @LocalServerPort
    private int port;

    @Autowired
    private JdbcClient jdbc;

    private final HttpClient http = HttpClient.newHttpClient();
    private final String tenant = UUID.randomUUID().toString();

    @Test
    void quoted_and_bare_are_the_same_key_and_a_repeat_is_marked() throws Exception {
        var first = place("k-1", "tea", 2);
        var again = place("\"k-1\"", "tea", 2);
        assertThat(first.statusCode()).isEqualTo(201);
        assertThat(first.body()).contains("\"item\":\"tea\"", "\"pieces\":2");
        assertThat(first.headers().firstValue("Idempotent-Replayed")).isEmpty();
        assertThat(again.statusCode()).isEqualTo(201);
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(again.headers().firstValue("Content-Type"))
                .isEqualTo(first.headers().firstValue("Content-Type"));
        assertThat(again.headers().firstValue("Idempotent-Replayed")).contains("true");
        assertThat(orders()).isEqualTo(1);
    }

    @Test
    void refusals_are_problem_details() throws Exception {
        place("k-1", "tea", 1);
        var reused = place("k-1", "tea", 2);
        assertThat(reused.statusCode()).isEqualTo(422);
        assertThat(reused.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(reused.body()).contains("\"type\":\"/problems/");
        assertThat(place("a key", "tea", 1).statusCode()).isEqualTo(400);
    }

    @Test
    void what_the_stock_refuses_is_not_kept_and_the_key_is_free_again() throws Exception {
        assertThat(place("k-1", "tea", 1_000_000).statusCode()).isEqualTo(500);
        assertThat(orders()).isZero();
        assertThat(place("k-1", "tea", 1).statusCode()).isEqualTo(201);
        assertThat(orders()).isEqualTo(1);
    }

    private HttpResponse<String> place(String key, String item, int pieces) throws Exception {
        return http.send(
                HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/orders"))
                        .header("X-Tenant", tenant)
                        .header("Idempotency-Key", key)
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(
                                "{\"item\":\"" + item + "\",\"pieces\":" + pieces + "}"))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private long orders() {
        return jdbc.sql("select count(*) from orders where tenant = ?")
                .param(tenant)
                .query(Long.class)
                .single();
    }
}
