package dev.once.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.once.core.support.StartupRefusedException;
import dev.once.faults.FreePort;
import dev.once.localpostgres.Database;
import dev.once.localpostgres.TestPostgres;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.env.Environment;
import org.springframework.core.io.ClassPathResource;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** Outside the demo profile. */
@SpringBootTest(
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {
            "once.operator.username=olga",
            "once.operator.password=correct horse",
            "once.web.public-url=http://localhost",
            "jobrunr.dashboard.enabled=true",
            "jobrunr.dashboard.username=look",
            "jobrunr.dashboard.password=at the dashboard",
            "once.jobs.vendor-url=https://vendor.example",
            "once.jobs.vendor-secret=a-real-one",
            "jobrunr.background-job-server.enabled=false",
            "once.outbox.enabled=false"
        })
@DirtiesContext
class SecurityTest {

    private static final int DASHBOARD = FreePort.find();
    private static final Database DATABASE = TestPostgres.shared().newDatabase();

    private final HttpClient http = HttpClient.newHttpClient();

    @LocalServerPort
    int port;

    @Autowired
    Environment environment;

    @DynamicPropertySource
    static void settings(DynamicPropertyRegistry registry) {
        registry.add("spring.datasource.url", DATABASE::jdbcUrl);
        registry.add("spring.datasource.username", DATABASE::username);
        registry.add("spring.datasource.password", DATABASE::password);
        registry.add("jobrunr.dashboard.port", () -> DASHBOARD);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/statement-runs/0198a5a5-0000-7000-8000-000000000000",
                "/actuator/prometheus",
                "/actuator/once"
            })
    void pages_runs_and_actuator_need_the_operator(String path) throws Exception {
        assertThat(get(port, path, null).statusCode()).isEqualTo(401);
        assertThat(get(port, path, "olga:wrong").statusCode()).isEqualTo(401);
        assertThat(get(port, path, "olga:correct horse").statusCode()).isIn(200, 404);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/statement-runs", "/runs/0198a5a5-0000-7000-8000-000000000000/again", "/demo-vendor/charges"})
    void nothing_can_be_started_without_the_operator(String path) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{\"account\":\"acme\",\"month\":\"2026-01\"}"))
                .build();
        assertThat(http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode())
                .isEqualTo(401);
    }

    @Test
    void the_dashboard_has_a_password_of_its_own() throws Exception {
        assertThat(get(DASHBOARD, "/api/servers", null).statusCode()).isEqualTo(401);
        assertThat(get(DASHBOARD, "/dashboard", null).statusCode()).isEqualTo(401);
        assertThat(get(DASHBOARD, "/api/servers", "olga:correct horse").statusCode())
                .isEqualTo(401);
        assertThat(get(DASHBOARD, "/api/servers", "look:at the dashboard").statusCode())
                .isEqualTo(200);
    }

    @Test
    void the_dashboard_is_off_and_whoever_switches_it_on_gives_it_a_password_of_its_own() {
        assertThat(new ClassPathResource("application.yml"))
                .satisfies(file -> assertThat(file.getContentAsString(UTF_8)).contains("enabled: false\n    port:"));
        String[] vendor = {"--once.jobs.vendor-url=https://vendor.example", "--once.jobs.vendor-secret=x"};
        assertRefused("jobrunr.dashboard.username", vendor[0], vendor[1], "--jobrunr.dashboard.enabled=true");
        assertRefused(
                "jobrunr.dashboard.password",
                vendor[0],
                vendor[1],
                "--jobrunr.dashboard.enabled=true",
                "--jobrunr.dashboard.username=look",
                "--jobrunr.dashboard.password=a-password-for-this-test");
    }

    @Test
    void a_run_that_is_asked_for_is_answered_whatever_the_caller_accepts() throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/statement-runs"))
                .header("Content-Type", "application/json")
                .header("Accept", "image/png")
                .header("Authorization", "Basic " + Base64.getEncoder().encodeToString("olga:correct horse".getBytes()))
                .POST(HttpRequest.BodyPublishers.ofString("{\"account\":\"acme\",\"month\":\"2026-01\"}"))
                .build();
        assertThat(http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode())
                .isEqualTo(202);
    }

    @Test
    void the_simulated_vendor_is_not_there() throws Exception {
        assertThat(get(port, "/demo-vendor/calls", "olga:correct horse").statusCode())
                .isEqualTo(404);
    }

    @Test
    void usage_statistics_are_off() {
        assertThat(environment.getProperty("jobrunr.miscellaneous.allow-anonymous-data-usage", Boolean.class))
                .isFalse();
    }

    @Test
    void without_a_vendor_or_its_secret_it_refuses_to_start() {
        assertRefused("once.jobs.vendor-url");
        assertRefused("once.jobs.vendor-secret", "--once.jobs.vendor-url=https://vendor.example");
    }

    @Test
    void a_retention_below_what_the_runtime_remembers_is_refused() {
        assertRefused(
                "once.ledgers.jobs.keep-for",
                "--once.jobs.vendor-url=https://vendor.example",
                "--once.jobs.vendor-secret=x",
                "--once.ledgers.jobs.keep-for=24h");
    }

    private static void assertRefused(String whatToDo, String... more) {
        List<String> arguments = new ArrayList<>(List.of(
                "--server.port=0",
                "--once.operator.password=a-password-for-this-test",
                "--once.web.public-url=http://localhost",
                "--jobrunr.background-job-server.enabled=false",
                "--spring.datasource.url=" + DATABASE.jdbcUrl(),
                "--spring.datasource.username=" + DATABASE.username(),
                "--spring.datasource.password=" + DATABASE.password()));
        arguments.addAll(List.of(more));
        assertThatThrownBy(() -> SpringApplication.run(JobsApplication.class, arguments.toArray(String[]::new)))
                .extracting(NestedExceptionUtils::getMostSpecificCause)
                .isInstanceOfSatisfying(StartupRefusedException.class, refusal -> assertThat(refusal.whatToDo())
                        .contains(whatToDo));
    }

    private HttpResponse<String> get(int port, String path, String credentials)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
        if (credentials != null) {
            request.header("Authorization", "Basic " + Base64.getEncoder().encodeToString(credentials.getBytes()));
        }
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }
}
