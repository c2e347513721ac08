package dev.once.api.example;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/** Sends a request until it has an answer: the same bytes and the same key each time, with longer rests between. */
public final class RetryingClient {

    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();
    private final URI address;
    private final String token;
    private final int mostTries;

    public RetryingClient(URI address, String token, int mostTries) {
        this.address = address;
        this.token = token;
        this.mostTries = mostTries;
    }

    /** Make the key once for each thing you want done, and write it down before you call. */
    public HttpResponse<String> post(String path, String key, String json) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(address.resolve(path))
                .timeout(Duration.ofSeconds(10))
                .header("Authorization", "Bearer " + token)
                .header("Idempotency-Key", '"' + key + '"')
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(json))
                .build();
        for (int tries = 1; ; tries++) {
            Optional<HttpResponse<String>> response = Optional.empty();
            try {
                response = Optional.of(http.send(request, HttpResponse.BodyHandlers.ofString()));
                if (isFinal(response.get())) {
                    return response.get();
                }
            } catch (IOException unknown) {
                // Cut, refused or timed out: it may have been done or not, and sending it again is right either way.
                if (tries == mostTries) {
                    throw unknown;
                }
            }
            if (tries == mostTries) {
                throw new IOException(
                        "No answer to " + key + " after " + tries + " tries; keep the key and try later.");
            }
            Thread.sleep(rest(tries, response).toMillis());
        }
    }

    /** 409 with Retry-After is 'still running'; without, it is an answer like all other 4xx. */
    private static boolean isFinal(HttpResponse<?> response) {
        int status = response.statusCode();
        boolean comeBack =
                status == 409 && response.headers().firstValue("Retry-After").isPresent();
        return status < 500 && status != 408 && status != 425 && status != 429 && !comeBack;
    }

    /** Doubles up to five seconds, half of it by chance, and never less than the server asks for. */
    private static Duration rest(int tries, Optional<HttpResponse<String>> response) {
        long most = Math.min(5_000, 100L << Math.min(tries, 10));
        long chosen = most / 2 + ThreadLocalRandom.current().nextLong(most / 2);
        long asked = response.flatMap(answer -> answer.headers().firstValue("Retry-After"))
                .filter(seconds -> seconds.matches("\\d{1,4}"))
                .map(seconds -> Long.parseLong(seconds) * 1000)
                .orElse(0L);
        return Duration.ofMillis(Math.max(chosen, asked));
    }
}
