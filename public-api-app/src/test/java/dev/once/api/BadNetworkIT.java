package dev.once.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.once.api.example.RetryingClient;
import dev.once.faults.AppProcess;
import dev.once.faults.CuttingProxy;
import dev.once.faults.Faults;
import dev.once.faults.FreePort;
import dev.once.localpostgres.Database;
import dev.once.localpostgres.TestPostgres;
import java.net.URI;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.ResultSet;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A network that drops, delays and doubles requests, and an app that is killed: every invoice is there, none twice. */
class BadNetworkIT {

    private static final int CLIENTS = 8;

    @Test
    void two_hundred_invoices_and_one_kill() throws Exception {
        sendThroughBadWeather(200, 1);
    }

    @Test
    @Tag("full")
    void two_thousand_invoices_and_two_kills() throws Exception {
        sendThroughBadWeather(2000, 2);
    }

    private static void sendThroughBadWeather(int invoices, int kills) throws Exception {
        Database database = TestPostgres.shared().newDatabase();
        int port = FreePort.find();
        AtomicInteger answered = new AtomicInteger();
        ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
        try (AppProcess app = PackagedJar.demo(database, port).start();
                CuttingProxy network = CuttingProxy.inFrontOf(port)) {
            PackagedJar.awaitReady(app, port);
            network.randomly(
                    42,
                    Faults.none()
                            .refused(0.02)
                            .requestLost(0.04)
                            .answerLost(0.06)
                            .doubled(0.08)
                            .delayed(0.05, Duration.ofMillis(300)));
            RetryingClient client =
                    new RetryingClient(URI.create("http://127.0.0.1:" + network.port()), "acme-demo-token", 60);
            List<Future<HttpResponse<String>>> answers = IntStream.range(0, invoices)
                    .mapToObj(i -> clients.submit(() -> {
                        HttpResponse<String> answer =
                                client.post("/api/invoices", "invoice-" + i, ApiTest.invoice("Customer " + i));
                        answered.incrementAndGet();
                        return answer;
                    }))
                    .toList();
            for (int kill = 1; kill <= kills; kill++) {
                int due = invoices * kill / (kills + 1);
                org.awaitility.Awaitility.await().atMost(5, TimeUnit.MINUTES).until(() -> answered.get() >= due);
                app.kill9();
                PackagedJar.awaitReady(app.restart(), port);
            }
            for (Future<HttpResponse<String>> answer : answers) {
                assertThat(answer.get(5, TimeUnit.MINUTES).statusCode()).isEqualTo(201);
            }
            assertThat(network.traffic().duplicated()).isPositive();
            assertThat(network.traffic().swallowed()).isPositive();
        } finally {
            clients.shutdownNow();
        }
        try (Connection connection = database.connect();
                ResultSet counts = connection
                        .createStatement()
                        .executeQuery("select count(*), count(distinct customer), count(distinct idempotency_key),"
                                + " (select count(*) from api.invoice_lines),"
                                + " (select count(*) from once.outbox where topic = 'invoice.created')"
                                + " from api.invoices")) {
            counts.next();
            for (int column = 1; column <= 5; column++) {
                assertThat(counts.getInt(column)).isEqualTo(invoices);
            }
        }
    }
}
