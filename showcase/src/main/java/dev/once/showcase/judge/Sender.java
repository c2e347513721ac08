package dev.once.showcase.judge;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** Sends, within the limits of the file. Redirects are answers. */
final class Sender {

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(Duration.ofSeconds(3))
            .build();
    private final Settings.Limits limits;
    private final long began = System.nanoTime();
    private final AtomicInteger sent = new AtomicInteger();

    Sender(Settings.Limits limits) {
        this.limits = limits;
    }

    /** What is begun shall not end in its middle. */
    void requireRoomFor(int requests) {
        CannotJudge.unless(
                sent.get() + requests <= limits.requests() && System.nanoTime() - began <= limits.seconds() * 1e9,
                "The limit of %d requests or %.0f seconds is reached (limits)."
                        .formatted(limits.requests(), limits.seconds()));
    }

    Exchange send(Call call) {
        return send(call, BodyPublishers.ofString(call.body()));
    }

    /** More is announced than is sent, and then the connection ends. */
    Exchange sendHalf(Call call) {
        BodyPublisher whole = BodyPublishers.ofString(call.body());
        BodyPublisher half =
                BodyPublishers.ofString(call.body().substring(0, call.body().length() / 2));
        return send(call, BodyPublishers.fromPublisher(half, Math.max(1, whole.contentLength())));
    }

    private Exchange send(Call call, BodyPublisher body) {
        requireRoomFor(1);
        sent.incrementAndGet();
        HttpRequest.Builder request = HttpRequest.newBuilder(call.url())
                .timeout(Duration.ofMillis(Math.round(limits.answer() * 1000)))
                .method(call.method(), body);
        call.headers().forEach(request::setHeader);
        try {
            HttpResponse<String> answer = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
            return new Exchange(call, answer.statusCode(), answer.headers().map(), answer.body());
        } catch (IOException e) {
            return new Exchange(call, 0, Map.of(), String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while judging.", e);
        }
    }
}
