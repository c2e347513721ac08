package dev.once.faults;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.once.core.protocol.ProtocolObserver;
import dev.once.localpostgres.TestPostgres;
import dev.once.test.IdempotencyContract;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** What an adopter writes: how to send, how to count, and the contract is tested against a real endpoint and database. */
class CoreEndpointTest extends IdempotencyContract {

    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private static Payments payments;
    private static HttpServer http;
    private static ExecutorService threads;

    @BeforeAll
    static void start() throws IOException {
        var database = TestPostgres.shared().newDatabase();
        payments = new Payments(database, Duration.ofSeconds(2), ProtocolObserver.NONE);
        http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
        threads = Executors.newFixedThreadPool(30);
        http.setExecutor(threads);
        http.createContext("/payments", exchange -> {
            var answer = pay(exchange);
            var body = answer.body().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(answer.status(), body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        http.start();
    }

    @AfterAll
    static void stop() {
        http.stop(0);
        threads.shutdownNow();
        payments.close();
    }

    private static Answer pay(HttpExchange exchange) throws IOException {
        String client = exchange.getRequestHeaders().getFirst("Client");
        String key = exchange.getRequestHeaders().getFirst("Idempotency-Key");
        String amount = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        if (key == null) {
            return new Answer(400, "an Idempotency-Key is required");
        }
        try {
            return payments.pay(client, key, amount)
                    .fold(
                            first -> new Answer(201, first),
                            again -> new Answer(201, again),
                            wait -> new Answer(409, "still running"),
                            () -> new Answer(422, "this key was used for another payment"));
        } catch (IllegalStateException failed) {
            return new Answer(500, "failed");
        }
    }

    @Override
    protected Answer send(String key, String payload) throws Exception {
        return post(request("mine", payload).header("Idempotency-Key", key));
    }

    @Override
    protected Answer sendFromAnotherScope(String key, String payload) throws Exception {
        return post(request("theirs", payload).header("Idempotency-Key", key));
    }

    @Override
    protected Answer sendWithoutKey(String payload) throws Exception {
        return post(request("mine", payload));
    }

    @Override
    protected long effects() {
        return payments.effects();
    }

    @Override
    protected void expireKeys() {
        payments.expireKeys();
    }

    @Override
    protected void failNextWork() {
        payments.failNextWork();
    }

    @Override
    protected String payload() {
        return "10.00 EUR";
    }

    @Override
    protected String otherPayload() {
        return "99.00 EUR";
    }

    private static HttpRequest.Builder request(String client, String payload) {
        return HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + http.getAddress().getPort() + "/payments"))
                .header("Client", client)
                .POST(HttpRequest.BodyPublishers.ofString(payload));
    }

    private static Answer post(HttpRequest.Builder request) throws Exception {
        var response = CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
        return new Answer(response.statusCode(), response.body());
    }
}
