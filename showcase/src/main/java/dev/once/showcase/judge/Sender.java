package dev.once.showcase.judge;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** Sends, and counts what it sends. Redirects are answers, and nothing is waited for longer than it may take. */
final class Sender {

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(Duration.ofSeconds(3))
            .build();
    private final AtomicInteger sent = new AtomicInteger();
    private final Duration patience;

    Sender(Duration patience) {
        this.patience = patience;
    }

    int sent() {
        return sent.get();
    }

    Exchange send(Call call) {
        sent.incrementAndGet();
        HttpRequest.Builder request = HttpRequest.newBuilder(call.url())
                .timeout(patience)
                .method(
                        call.method(),
                        call.body().isEmpty()
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofString(call.body()));
        call.headers().forEach(request::setHeader);
        try {
            HttpResponse<String> answer = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
            Map<String, String> headers = new HashMap<>();
            answer.headers().map().forEach((name, values) -> headers.put(name, values.get(0)));
            return new Exchange(call, answer.statusCode(), headers, answer.body());
        } catch (IOException e) {
            return new Exchange(call, 0, Map.of(), String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while judging.", e);
        }
    }

    /** Half of it, and then the connection ends, not before the service may have looked at it. */
    void sendHalf(Call call) {
        sent.incrementAndGet();
        try (Socket socket = new Socket(call.url().getHost(), call.url().getPort())) {
            socket.getOutputStream().write(call.firstHalf());
            socket.getOutputStream().flush();
            HttpTrial.pause(50);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
