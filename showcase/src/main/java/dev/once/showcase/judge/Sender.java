package dev.once.showcase.judge;

import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** Sends, within the limits of the file. Redirects are answers. */
final class Sender {

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(Duration.ofSeconds(3))
            .build();
    private final Duration patience;
    private final long mostRequests;
    private final Duration longest;
    private final long began = System.nanoTime();
    private final AtomicInteger sent = new AtomicInteger();

    Sender(Settings settings) {
        this.patience = settings.seconds("limits.answer", 10);
        this.mostRequests = settings.number("limits.requests", 3000);
        this.longest = settings.seconds("limits.seconds", 300);
    }

    /** What is begun shall not end in its middle. */
    void requireRoomFor(int requests) {
        if (sent.get() + requests > mostRequests || System.nanoTime() - began > longest.toNanos()) {
            throw new CannotJudge("The limit of %d requests or %d seconds is reached (limits)."
                    .formatted(mostRequests, longest.toSeconds()));
        }
    }

    Exchange send(Call call) {
        requireRoomFor(1);
        sent.incrementAndGet();
        HttpRequest.Builder request = HttpRequest.newBuilder(call.url())
                .timeout(patience)
                .method(call.method(), HttpRequest.BodyPublishers.ofString(call.body()));
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
        requireRoomFor(1);
        sent.incrementAndGet();
        try (Socket socket = new Socket(call.url().getHost(), call.url().getPort())) {
            socket.getOutputStream().write(call.firstHalf());
            socket.getOutputStream().flush();
            HttpTrial.pause(50);
        } catch (IOException e) {
            throw new CannotJudge("The request could not be cut: " + e.getMessage());
        }
    }
}
