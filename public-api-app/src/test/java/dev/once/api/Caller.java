package dev.once.api;

import com.fasterxml.jackson.databind.JsonNode;
import dev.once.api.sameness.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A client of the API; it never retries by itself. */
public record Caller(String address, String token) {

    private static final HttpClient HTTP = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();

    /** An answer to compare byte by byte. */
    public record Answered(int status, String body, HttpResponse<byte[]> response) {

        public String header(String name) {
            return response.headers().firstValue(name).orElse(null);
        }

        public byte[] bytes() {
            return response.body();
        }

        public JsonNode json() {
            try {
                return Json.read(bytes());
            } catch (Json.MalformedException e) {
                throw new AssertionError(status + " with a body that is not JSON: " + body, e);
            }
        }

        private static String address(HttpResponse<?> response) {
            return response.uri().resolve("/").toString().replaceAll("/$", "");
        }

        /** The slug at the end of its type; the whole type where that is not an address of this app. */
        public String problem() {
            return "application/problem+json".equals(header("Content-Type"))
                    ? json().get("type").asText().replace(address(response) + "/problems/", "")
                    : "no problem but " + status;
        }
    }

    public Answered post(String path, String key, String body) {
        return send("POST", path, body, "Idempotency-Key", key);
    }

    public Answered patch(String path, String key, String body) {
        return send("PATCH", path, body, "Idempotency-Key", key);
    }

    public Answered get(String path, String... headers) {
        return sendBytes("GET", path, null, headers);
    }

    public Answered send(String method, String path, String body, String... headers) {
        return sendBytes(method, path, body == null ? null : body.getBytes(StandardCharsets.UTF_8), headers);
    }

    /** JSON unless a Content-Type is among the headers; one that is empty is left out. */
    public Answered sendBytes(String method, String path, byte[] body, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address + path))
                .timeout(Duration.ofSeconds(20))
                .method(
                        method,
                        body == null
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofByteArray(body));
        if (token != null) {
            request.header("Authorization", "Bearer " + token);
        }
        List<String> all = new ArrayList<>(List.of(headers));
        if (body != null && !all.contains("Content-Type")) {
            all.addAll(List.of("Content-Type", "application/json"));
        }
        for (int i = 0; i < all.size(); i += 2) {
            if (!all.get(i + 1).isEmpty()) {
                request.header(all.get(i), all.get(i + 1));
            }
        }
        try {
            HttpResponse<byte[]> response = HTTP.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
            return new Answered(response.statusCode(), new String(response.body(), StandardCharsets.UTF_8), response);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
