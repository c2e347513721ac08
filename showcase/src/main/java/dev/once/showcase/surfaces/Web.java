package dev.once.showcase.surfaces;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** HTTP/1.1, no redirects followed, nothing waited for longer than a person would. */
final class Web {

    private static final HttpClient CLIENT = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(Duration.ofSeconds(1))
            .build();

    private Web() {}

    static HttpRequest.Builder request(URI url) {
        return HttpRequest.newBuilder(url).timeout(Duration.ofSeconds(10));
    }

    static HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    static String get(URI url) throws IOException, InterruptedException {
        return send(request(url)).body();
    }
}
