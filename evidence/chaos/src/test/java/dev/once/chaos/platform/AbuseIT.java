package dev.once.chaos.platform;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.once.faults.Blows;
import dev.once.faults.Hammer;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Too much, too large, too slow, too deep: nobody else notices, and nothing is done twice. */
@Tag("full")
class AbuseIT {

    private static final int STORM = Report.LONG_FORM ? 10_000 : 1_000;
    private static final int CALLERS = 40;
    private static final Duration SERVED = Duration.ofSeconds(10);

    private Platform platform;

    @BeforeEach
    void everybodyIsWell() throws Exception {
        platform = Platform.shared();
        platform.heal();
    }

    @Test
    void a_storm_on_one_key_is_one_invoice_and_one_answer() throws Exception {
        String key = unique("storm");

        Blows<HttpResponse<String>> storm = Hammer.of(CALLERS)
                .each(STORM / CALLERS)
                .within(Duration.ofMinutes(5))
                .strike(i -> Web.send(
                        invoice(platform.any(App.API), platform.secrets().acme(), key, key)));

        List<HttpResponse<String>> answers = storm.answersOfAll();
        assertThat(answers).allMatch(answer -> List.of(201, 409, 503).contains(answer.statusCode()));
        assertThat(answers.stream()
                        .filter(answer -> answer.statusCode() == 201)
                        .map(HttpResponse::body)
                        .distinct())
                .hasSize(1);
        assertThat(invoicesOf("acme", key)).isOne();
        Report.shared()
                .note(
                        "storm on one key",
                        "%,d requests, statuses %s, one invoice".formatted(answers.size(), statuses(answers)));
    }

    @Test
    void a_storm_of_one_tenant_leaves_the_others_served() throws Exception {
        String tag = unique("flood");
        CompletableFuture<Blows<Integer>> flood = CompletableFuture.supplyAsync(() -> Hammer.of(CALLERS)
                .each(STORM / CALLERS)
                .within(Duration.ofMinutes(5))
                .strike(i -> Web.send(invoice(
                                platform.any(App.API), platform.secrets().acme(), tag + "-" + i, tag))
                        .statusCode()));

        List<Duration> waited = new ArrayList<>();
        for (int i = 0; i < 10 || !flood.isDone() && i < 200; i++) {
            long began = System.nanoTime();
            HttpResponse<String> served =
                    Web.send(invoice(platform.any(App.API), platform.secrets().globex(), tag + "-" + i, tag));
            assertThat(served.statusCode()).as("globex, request " + i).isEqualTo(201);
            waited.add(Duration.ofNanos(System.nanoTime() - began));
        }

        Blows<Integer> flooded = flood.join();
        assertThat(flooded.answersOfAll()).allMatch(status -> status == 201 || status == 503 || status == 429);
        assertThat(waited).allMatch(time -> time.compareTo(SERVED) < 0);
        Report.shared()
                .note(
                        "storm of one tenant",
                        "%,d keys; the other tenant was served all %d times, in %d ms at most"
                                .formatted(
                                        flooded.all().size(),
                                        waited.size(),
                                        waited.stream()
                                                .mapToLong(Duration::toMillis)
                                                .max()
                                                .orElse(0)));
    }

    /** 500 without a credential to each app, 100 with a good one: more than there are threads on JDK 17. */
    @Test
    void slow_bodies_are_given_up_and_hold_nobody_up() throws Exception {
        Map<App, String> posts = Map.of(
                App.WEBHOOKS,
                "/webhooks/stripe",
                App.FORMS,
                "/sign-in",
                App.JOBS,
                "/statement-runs",
                App.API,
                "/api/invoices");
        String operator = Web.basic(Platform.OPERATOR, platform.secrets().operator());
        List<RawHttp> slow = new CopyOnWriteArrayList<>();
        // A byte now and then, so that the time between two of them never ends the wait.
        ScheduledExecutorService trickle = Executors.newSingleThreadScheduledExecutor();
        trickle.scheduleWithFixedDelay(() -> slow.forEach(AbuseIT::sendOneMore), 1, 1, TimeUnit.SECONDS);
        try {
            for (App app : App.values()) {
                String address = platform.of(app).get(0).directAddress();
                for (int i = 0; i < 500; i++) {
                    slow.add(slow(address, posts.get(app), ""));
                }
                for (int i = 0; i < 100; i++) {
                    slow.add(slow(
                            address,
                            posts.get(app),
                            "Authorization: "
                                    + (app == App.API
                                            ? "Bearer " + platform.secrets().acme()
                                            : operator)
                                    + "\r\nIdempotency-Key: slow-" + i + "\r\n"));
                }
                assertThat(RawHttp.status(address, "GET", "/actuator/health"))
                        .as(app + "")
                        .isEqualTo(200);
                try (RawHttp other = new RawHttp(address)) {
                    other.write(
                            "POST " + posts.get(app) + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}");
                    assertThat(other.status()).as(app + ", a whole request").isIn(302, 400, 401);
                }
            }
            String key = unique("beside-slow");
            assertThat(Web.send(invoice(
                                    platform.of(App.API).get(0),
                                    platform.secrets().globex(),
                                    key,
                                    key))
                            .statusCode())
                    .isEqualTo(201);
            for (RawHttp http : slow) {
                assertThat(http.status()).isIn(0, 400, 401, 408, 429, 503);
            }
        } finally {
            trickle.shutdownNow();
            for (RawHttp http : slow) {
                http.close();
            }
        }
    }

    private static void sendOneMore(RawHttp http) {
        try {
            http.write(" ");
        } catch (IOException givenUp) {
            // As it should be.
        }
    }

    private static RawHttp slow(String address, String path, String headers) throws IOException {
        RawHttp http = new RawHttp(address);
        http.write("POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: "
                + (path.equals("/sign-in") ? "application/x-www-form-urlencoded" : "application/json") + "\r\n"
                + headers
                + "Content-Length: 500\r\n\r\n{");
        return http;
    }

    @Test
    void huge_bodies_and_headers_are_refused() throws Exception {
        String huge = "x".repeat(5 * 1024 * 1024);
        for (Instance instance : platform.all().toList()) {
            assertThat(RawHttp.status(instance.directAddress(), "GET", "/", "X-Huge: " + "x".repeat(64 * 1024)))
                    .as(instance + " and a huge header")
                    .isIn(400, 431, 0);
        }
        assertThat(statusOrReset(signedJunk(huge))).isIn(413, 0);
        assertThat(statusOrReset(Web.post(
                                platform.any(App.API).directAddress() + "/api/invoices", "application/json", huge)
                        .header("Authorization", "Bearer " + platform.secrets().acme())
                        .header("Idempotency-Key", unique("huge"))))
                .isIn(413, 0);
        assertThat(statusOrReset(Web.post(
                        platform.any(App.FORMS).directAddress() + "/sign-in",
                        "application/x-www-form-urlencoded",
                        "email=" + huge)))
                .isIn(413, 403, 0);
    }

    @Test
    void invalid_utf8_and_deep_json_are_refused_by_a_4xx() throws Exception {
        byte[] invalid = "{\"customer\":\"\u00ff\u00fe\"}".getBytes(ISO_8859_1);
        String deep = "[".repeat(200_000);
        HttpRequest.Builder request = Web.get(platform.any(App.API).directAddress() + "/api/invoices")
                .header("Content-Type", "application/json")
                .header("Authorization", "Bearer " + platform.secrets().acme())
                .header("Idempotency-Key", unique("invalid"));
        assertThat(Web.send(request.copy().POST(HttpRequest.BodyPublishers.ofByteArray(invalid)))
                                .statusCode()
                        / 100)
                .isEqualTo(4);
        assertThat(Web.send(request.copy().POST(HttpRequest.BodyPublishers.ofString(deep)))
                                .statusCode()
                        / 100)
                .isEqualTo(4);
        assertThat(Web.send(signedJunk(deep)).statusCode() / 100).isEqualTo(4);
        assertThat(Web.send(signedJunk("{\"id\":\"\ud800\",\"type\":")).statusCode() / 100)
                .isEqualTo(4);
        assertThat(Web.send(Web.post(
                                                platform.any(App.JOBS).directAddress() + "/statement-runs",
                                                "application/json",
                                                deep)
                                        .header(
                                                "Authorization",
                                                Web.basic(
                                                        Platform.OPERATOR,
                                                        platform.secrets().operator())))
                                .statusCode()
                        / 100)
                .isEqualTo(4);
    }

    private HttpRequest.Builder signedJunk(String body) {
        return new Signing(platform.secrets())
                .stripe(body, Instant.now())
                .to(platform.any(App.WEBHOOKS).directAddress());
    }

    /** Whoever is cut off while still sending hears a reset. */
    private static int statusOrReset(HttpRequest.Builder request) throws InterruptedException {
        try {
            return Web.send(request).statusCode();
        } catch (IOException reset) {
            return 0;
        }
    }

    private HttpRequest.Builder invoice(Instance instance, String token, String key, String customer) {
        return Web.post(
                        instance.directAddress() + "/api/invoices",
                        "application/json",
                        Senders.Programs.invoice(customer))
                .timeout(Duration.ofSeconds(60))
                .header("Authorization", "Bearer " + token)
                .header("Idempotency-Key", key);
    }

    private long invoicesOf(String client, String key) throws Exception {
        try (Sql sql = new Sql(platform.connect())) {
            return sql.count(
                    "select count(*) from api.invoices where client_id = ? and idempotency_key = ?", client, key);
        }
    }

    private static String statuses(List<HttpResponse<String>> answers) {
        return answers.stream()
                .collect(Collectors.groupingBy(HttpResponse::statusCode, Collectors.counting()))
                .toString();
    }

    static String unique(String name) {
        return name + "-" + Long.toString(System.nanoTime(), 36);
    }
}
