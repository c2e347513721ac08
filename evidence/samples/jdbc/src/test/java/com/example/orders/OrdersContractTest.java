package com.example.orders;

import dev.once.test.IdempotencyContract;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.simple.JdbcClient;

@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
class OrdersContractTest extends IdempotencyContract implements TestDatabase {

    @LocalServerPort
    private int port;

    @Autowired
    private JdbcClient jdbc;

    private final HttpClient http = HttpClient.newHttpClient();

    @Override
    protected Answer send(String key, String payload) throws Exception {
        return place(request("acme", payload).header("Idempotency-Key", key));
    }

    @Override
    protected Answer sendFromAnotherScope(String key, String payload) throws Exception {
        return place(request("globex", payload).header("Idempotency-Key", key));
    }

    @Override
    protected Answer sendWithoutKey(String payload) throws Exception {
        return place(request("acme", payload));
    }

    @Override
    protected long effects() {
        return jdbc.sql("select count(*) from orders").query(Long.class).single();
    }

    @Override
    protected String payload() {
        return "{\"item\":\"tea\",\"pieces\":1}";
    }

    @Override
    protected String otherPayload() {
        return "{\"item\":\"coffee\",\"pieces\":1}";
    }

    private HttpRequest.Builder request(String tenant, String payload) {
        return HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/orders"))
                .header("X-Tenant", tenant)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(payload));
    }

    private Answer place(HttpRequest.Builder request) throws Exception {
        var answer = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        return new Answer(answer.statusCode(), answer.body());
    }
}
