package dev.once.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.once.faults.EchoServer.Client;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class CuttingProxyTest {

    private EchoServer server;
    private CuttingProxy proxy;

    @BeforeEach
    void start() throws IOException {
        server = new EchoServer();
        proxy = CuttingProxy.inFrontOf(server.port());
    }

    @AfterEach
    void stop() throws IOException {
        proxy.close();
        server.close();
    }

    @Test
    void without_faults_it_forwards_and_counts() throws Exception {
        try (var client = new Client(proxy.port())) {
            assertThat(client.ask("one")).isEqualTo("one");
            var before = proxy.traffic();
            assertThat(client.ask("two!")).isEqualTo("two!");
            assertThat(client.ask("three")).isEqualTo("three");
            assertThat(proxy.traffic().since(before)).isEqualTo(new Traffic(0, 0, 0, 0, 0, 11, 11, 2));
        }
        assertThat(proxy.traffic().connections()).isEqualTo(1);
    }

    @Test
    void a_large_message_arrives_whole_and_is_one_round_trip() throws Exception {
        String large = "x".repeat(3_000_000);
        try (var client = new Client(proxy.port())) {
            assertThat(client.ask(large)).isEqualTo(large);
        }
        assertThat(proxy.traffic().roundTrips()).isEqualTo(1);
    }

    @Test
    void a_goodbye_is_passed_on() throws Exception {
        try (var client = new Client(proxy.port())) {
            client.ask("one");
        }
        eventually(() -> assertThat(server.ended).containsExactly("said goodbye"));
    }

    @Test
    void new_connections_are_refused_until_restored_and_old_ones_go_on() throws Exception {
        try (var old = new Client(proxy.port())) {
            old.ask("one");
            proxy.refuse();
            assertThatThrownBy(() -> {
                        try (var late = new Client(proxy.port())) {
                            if (late.ask("two") == null) {
                                throw new SocketException("closed");
                            }
                        }
                    })
                    .isInstanceOf(SocketException.class);
            assertThat(old.ask("three")).isEqualTo("three");
        }
        proxy.restore();
        try (var later = new Client(proxy.port())) {
            assertThat(later.ask("four")).isEqualTo("four");
        }
        assertThat(server.done).containsExactly("one", "three", "four");
        assertThat(proxy.traffic().refused()).isEqualTo(1);
    }

    @Test
    void a_cut_is_felt_on_both_sides() throws Exception {
        try (var client = new Client(proxy.port())) {
            client.ask("one");
            assertThat(proxy.cut()).isEqualTo(1);
            assertThatThrownBy(client::hear).isInstanceOf(SocketException.class);
        }
        eventually(() -> assertThat(server.ended).containsExactly("cut"));
        assertThat(proxy.cut()).isZero();
    }

    @Test
    void a_swallowed_answer_is_the_answer_to_work_that_was_done() throws Exception {
        try (var client = new Client(proxy.port())) {
            var lost = proxy.swallowAnswerWith("COMMIT");
            assertThat(client.ask("begin")).isEqualTo("begin");
            client.send("COMMIT");
            assertThatThrownBy(client::hear).isInstanceOf(SocketException.class);
            assertThat(new String(lost.get(5, TimeUnit.SECONDS), StandardCharsets.UTF_8))
                    .isEqualTo("COMMIT\n");
        }
        assertThat(server.done).containsExactly("begin", "COMMIT");
        try (var again = new Client(proxy.port())) {
            assertThat(again.ask("COMMIT")).as("only one is swallowed").isEqualTo("COMMIT");
        }
        assertThat(proxy.traffic().swallowed()).isEqualTo(1);
    }

    @Test
    void a_swallowed_request_is_never_seen_by_the_server() throws Exception {
        try (var client = new Client(proxy.port())) {
            client.ask("one");
            proxy.swallowNextRequest();
            client.send("two");
            assertThatThrownBy(client::hear).isInstanceOf(SocketException.class);
        }
        eventually(() -> assertThat(server.ended).containsExactly("cut"));
        assertThat(server.done).containsExactly("one");
    }

    @Test
    void a_half_open_connection_passes_on_nothing_not_even_an_end() throws Exception {
        var client = new Client(proxy.port()).patience(300);
        client.ask("one");
        proxy.halfOpen();
        client.send("two");
        assertThatThrownBy(client::hear).isInstanceOf(SocketTimeoutException.class);
        client.close();
        assertThat(server.done).containsExactly("one");
        assertThat(server.ended).isEmpty();

        proxy.restore();
        eventually(() -> assertThat(server.done).containsExactly("one", "two"));
        eventually(() -> assertThat(server.ended).hasSize(1));
    }

    @RepeatedTest(100)
    void a_half_open_connection_can_still_be_cut() throws Exception {
        try (var client = new Client(proxy.port())) {
            client.ask("one");
            proxy.halfOpen();
            client.send("two");
            proxy.cut();
            assertThatThrownBy(client::hear).isInstanceOf(SocketException.class);
        }
        assertThat(server.done).containsExactly("one");
    }

    @Test
    void a_round_trip_of_a_millisecond_takes_no_less() throws Exception {
        try (var client = new Client(proxy.port())) {
            for (long asked : List.of(500L, 1_000L, 3_000L)) {
                proxy.roundTrip(Duration.ofNanos(asked * 1_000));
                assertThat(quartileMicros(client, 200))
                        .as("microseconds for a round trip of %d", asked)
                        .isGreaterThanOrEqualTo(asked);
            }
        }
    }

    @Test
    void a_flight_of_many_chunks_is_delayed_once() throws Exception {
        String large = "x".repeat(1_000_000);
        try (var client = new Client(proxy.port())) {
            client.ask(large);
            proxy.delay(Duration.ofMillis(100), Duration.ofMillis(100));
            long start = System.nanoTime();
            assertThat(client.ask(large)).isEqualTo(large);
            // A million bytes are at least sixteen chunks: 3.2 s if each were held.
            assertThat(Duration.ofNanos(System.nanoTime() - start))
                    .isBetween(Duration.ofMillis(200), Duration.ofMillis(2_000));
        }
    }

    @Test
    void faults_by_chance_are_the_same_for_the_same_seed() throws Exception {
        var faults = Faults.none().refused(0.1).requestLost(0.1).answerLost(0.1).delayed(0.3, Duration.ofMillis(2));
        var first = fates(42, faults);
        assertThat(fates(42, faults)).isEqualTo(first);
        assertThat(fates(43, faults)).isNotEqualTo(first);
        assertThat(first).contains("answered", "cut");
        assertThat(server.done.size()).as("some requests are lost").isLessThan(3 * 60);
    }

    @Test
    void a_doubled_http_request_reaches_the_server_twice_and_is_answered_once() throws Exception {
        var seen = new LinkedBlockingQueue<String>();
        var http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        http.createContext("/", exchange -> {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            seen.add(exchange.getRequestHeaders().getFirst("Idempotency-Key") + " " + body);
            exchange.sendResponseHeaders(200, 2);
            exchange.getResponseBody().write("ok".getBytes(StandardCharsets.UTF_8));
            exchange.close();
        });
        http.start();
        try (var doubling = CuttingProxy.inFrontOf(http.getAddress().getPort())) {
            doubling.duplicateRequests();
            String url =
                    doubling.through("http://localhost:" + http.getAddress().getPort() + "/pay");
            var client = HttpClient.newHttpClient();
            for (var body : List.of(
                    HttpRequest.BodyPublishers.ofString("with a length"),
                    HttpRequest.BodyPublishers.fromPublisher(HttpRequest.BodyPublishers.ofString("in chunks")),
                    HttpRequest.BodyPublishers.ofString("é".repeat(100_000)))) {
                var request = HttpRequest.newBuilder(URI.create(url))
                        .version(HttpClient.Version.HTTP_1_1)
                        .header("Idempotency-Key", "k")
                        .POST(body)
                        .build();
                assertThat(client.send(request, HttpResponse.BodyHandlers.ofString())
                                .body())
                        .isEqualTo("ok");
                String one = seen.poll(5, TimeUnit.SECONDS);
                assertThat(seen.poll(5, TimeUnit.SECONDS)).isNotNull().isEqualTo(one);
            }
            assertThat(seen).isEmpty();
            assertThat(doubling.traffic().duplicated()).isEqualTo(3);
        } finally {
            http.stop(0);
        }
    }

    @Test
    void a_url_that_leads_elsewhere_is_not_rewritten() {
        assertThat(proxy.through("jdbc:postgresql://localhost:%d/db?x=1".formatted(server.port())))
                .isEqualTo("jdbc:postgresql://127.0.0.1:%d/db?x=1".formatted(proxy.port()));
        assertThatThrownBy(() -> proxy.through("http://example.com/")).hasMessageContaining("does not lead to");
    }

    private List<String> fates(long seed, Faults faults) throws IOException {
        var fates = new ArrayList<String>();
        try (var random = CuttingProxy.inFrontOf(server.port())) {
            random.randomly(seed, faults);
            for (int i = 0; i < 60; i++) {
                try (var client = new Client(random.port())) {
                    fates.add("x".equals(client.ask("x")) ? "answered" : "cut");
                } catch (SocketException cut) {
                    fates.add("cut");
                }
            }
        }
        return fates;
    }

    /** The lower quartile: what the proxy does, not what else the machine is doing. */
    private static long quartileMicros(Client client, int rounds) throws IOException {
        var times = new long[rounds];
        for (int i = 0; i < rounds; i++) {
            long start = System.nanoTime();
            client.ask("ping");
            times[i] = (System.nanoTime() - start) / 1_000;
        }
        Arrays.sort(times);
        return times[rounds / 4];
    }

    private static void eventually(Runnable assertion) {
        Eventually.holds(Duration.ofSeconds(5), assertion);
    }
}
