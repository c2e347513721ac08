package com.example.shop;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** A caller of the shop. */
record ShopClient(int port) {

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    static final String TEA = "{\"items\":[{\"product\":\"tea\",\"pieces\":1}]}";
    static final String COFFEE = "{\"items\":[{\"product\":\"coffee\",\"pieces\":1}]}";

    HttpResponse<String> place(String tenant, String key, String order) throws Exception {
        return post("/orders", tenant, key, order);
    }

    HttpResponse<String> post(String path, String tenant, String key, String body) throws Exception {
        return HTTP.send(
                request(path, tenant, body).header("Idempotency-Key", key).build(),
                HttpResponse.BodyHandlers.ofString());
    }

    HttpResponse<String> placeWithoutKey(String tenant, String order) throws Exception {
        return HTTP.send(request("/orders", tenant, order).build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpRequest.Builder request(String path, String tenant, String body) {
        return HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
                .timeout(Duration.ofSeconds(60))
                .header("X-Tenant", tenant)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body));
    }
}
