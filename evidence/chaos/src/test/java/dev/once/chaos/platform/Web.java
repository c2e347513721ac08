package dev.once.chaos.platform;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Base64;

/** One HTTP client, and what all senders need of it. */
final class Web {

    static final Duration TIMEOUT = Duration.ofSeconds(10);

    private static final HttpClient HTTP = builder().build();

    private Web() {}

    static HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    static HttpClient withCookies() {
        return builder().cookieHandler(new CookieManager()).build();
    }

    static HttpRequest.Builder get(String address) {
        return HttpRequest.newBuilder(URI.create(address)).timeout(TIMEOUT);
    }

    static HttpRequest.Builder post(String address, String type, String body) {
        return get(address).header("Content-Type", type).POST(HttpRequest.BodyPublishers.ofString(body));
    }

    static String basic(String user, String password) {
        return "Basic " + Base64.getEncoder().encodeToString((user + ":" + password).getBytes(UTF_8));
    }

    private static HttpClient.Builder builder() {
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(Duration.ofSeconds(3))
                .followRedirects(HttpClient.Redirect.NEVER);
    }
}
