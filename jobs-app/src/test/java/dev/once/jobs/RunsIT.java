package dev.once.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.once.core.Reads;
import dev.once.core.Writes;
import dev.once.core.support.Uuids;
import dev.once.faults.FreePort;
import dev.once.faults.Hammer;
import dev.once.jobs.effects.Runs;
import dev.once.jobs.runtime.Housekeeping;
import dev.once.jobs.runtime.RunRequest;
import dev.once.localpostgres.Database;
import dev.once.localpostgres.TestPostgres;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.jobrunr.jobs.Job;
import org.jobrunr.jobs.JobDetails;
import org.jobrunr.jobs.RecurringJob;
import org.jobrunr.jobs.states.StateName;
import org.jobrunr.storage.StorageProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.autoconfigure.actuate.observability.AutoConfigureObservability;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** The whole app in the demo profile: the outbox, JobRunr, its worker, and the vendor that the demo plays. */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.DEFINED_PORT)
@ActiveProfiles("demo")
@AutoConfigureObservability
@DirtiesContext
class RunsIT {

    private static final int PORT = FreePort.find();
    private static final int DASHBOARD = FreePort.find();
    private static final Database DATABASE = TestPostgres.shared().newDatabase();
    private static final Duration SOON = Duration.ofSeconds(60);

    private final HttpClient http = HttpClient.newHttpClient();
    private final ObjectMapper json = new ObjectMapper();

    @Autowired
    Writes writes;

    @Autowired
    Reads reads;

    @Autowired
    Housekeeping housekeeping;

    @Autowired
    Runs runs;

    @Autowired
    StorageProvider jobRunr;

    @DynamicPropertySource
    static void settings(DynamicPropertyRegistry registry) {
        registry.add("server.port", () -> PORT);
        registry.add("jobrunr.dashboard.port", () -> DASHBOARD);
        registry.add("spring.datasource.url", DATABASE::jdbcUrl);
        registry.add("spring.datasource.username", DATABASE::username);
        registry.add("spring.datasource.password", DATABASE::password);
        registry.add("once.jobs.vendor-timeout", () -> "1s");
        registry.add("jobrunr.jobs.default-number-of-retries", () -> "1");
        registry.add("once.jobs.sweep-every", () -> "PT10S");
        registry.add("once.jobs.check-every", () -> "PT10S");
    }

    @AfterEach
    void aGoodMood() throws Exception {
        vendor("normal");
    }

    @Test
    void a_statement_is_collected_charged_and_said_under_one_id() throws Exception {
        HttpResponse<String> asked = ask("acme", "2026-01");

        assertThat(asked.statusCode()).isEqualTo(202);
        String address = asked.headers().firstValue("Location").orElseThrow();
        assertThat(json.readTree(asked.body()).path("status").asText()).isIn("queued", "running");

        JsonNode run = awaitStatus(address, "succeeded");
        assertThat(run.path("progress").path("done").asInt()).isEqualTo(3);
        assertThat(run.path("attempts").asInt()).isEqualTo(1);
        assertThat(run.path("steps").findValuesAsText("name")).containsExactly("collect", "charge", "notify");
        long total = run.path("steps").get(0).path("output").path("totalCents").asLong();
        assertThat(run.path("steps").get(1).path("output").path("amountCents").asLong())
                .isEqualTo(total)
                .isPositive();
        UUID id = UUID.fromString(run.path("id").asText());
        assertThat(address).endsWith("/statement-runs/" + id);
        assertThat(jobRunr.getJobById(id).getState()).isEqualTo(StateName.SUCCEEDED);
        assertThat(count("select count(*) from once.outbox where done_at is not null and id = :run", id))
                .isEqualTo(1);
        assertThat(calls("acme", "charges")).isEqualTo(1);
        assertThat(get("/statement-runs/" + UUID.randomUUID()).statusCode()).isEqualTo(404);
        assertThat(get("/").body()).contains("<progress").contains(id.toString());
    }

    @Test
    void asking_for_the_same_month_again_is_the_same_run() throws Exception {
        var addresses = Hammer.of(10)
                .strike(i -> ask("globex", "2026-02")
                        .headers()
                        .firstValue("Location")
                        .orElseThrow())
                .answersOfAll();

        assertThat(addresses).hasSize(10).containsOnly(addresses.get(0));
        awaitStatus(addresses.get(0), "succeeded");
        HttpResponse<String> late = ask("globex", "2026-02");
        assertThat(late.statusCode()).isEqualTo(202);
        assertThat(late.headers().firstValue("Location")).hasValue(addresses.get(0));
        assertThat(calls("globex", "charges")).isEqualTo(1);
        assertThat(calls("globex", "emails")).isEqualTo(1);
    }

    @Test
    void a_vendor_that_does_the_work_and_drops_the_answer_does_it_once() throws Exception {
        vendor("drop");
        JsonNode run = awaitStatus(
                ask("initech", "2026-03").headers().firstValue("Location").orElseThrow(), "succeeded");

        assertThat(run.path("attempts").asInt()).isEqualTo(2);
        assertThat(asked("initech", "charges")).isEqualTo(calls("initech", "charges") + 1);
    }

    @Test
    @Tag("full")
    void a_vendor_that_is_still_at_it_is_asked_again() throws Exception {
        vendor("in-progress");
        String one = ask("initech", "2026-04").headers().firstValue("Location").orElseThrow();
        assertThat(awaitStatus(one, "succeeded").path("attempts").asInt()).isEqualTo(2);

        vendor("slow&millis=1500");
        String two = ask("hooli", "2026-04").headers().firstValue("Location").orElseThrow();
        assertThat(awaitStatus(two, "succeeded").path("attempts").asInt()).isEqualTo(2);
        assertThat(calls("hooli", "emails")).isEqualTo(1);
        assertThat(asked("hooli", "emails")).isEqualTo(2);
    }

    @Test
    void a_run_that_failed_says_why_is_kept_and_goes_on_where_it_stopped() throws Exception {
        owes("umbrella");
        vendor("refuse");
        String address =
                ask("umbrella", "2026-06").headers().firstValue("Location").orElseThrow();
        JsonNode failed = awaitStatus(address, "failed");

        UUID id = UUID.fromString(failed.path("id").asText());
        assertThat(failed.path("reason").asText()).contains("charge").contains("402");
        assertThat(failed.path("progress").path("done").asInt()).isEqualTo(1);
        assertThat(get("/").body()).contains("Run again").contains("402");
        assertThat(jobRunr.getJobById(id).getState()).isEqualTo(StateName.FAILED);
        age(id, "31 days");
        housekeeping.sweep();
        assertThat(count("select count(*) from jobs.job_results where run_id = :run", id))
                .isEqualTo(2);
        age(id, "-31 days");

        assertThat(post("/runs/" + id + "/again").statusCode()).isEqualTo(302);

        awaitStatus(address, "succeeded");
        assertThat(count("select count(*) from jobs.statements where run_id = :run", id))
                .isEqualTo(1);
        assertThat(post("/runs/" + id + "/again").statusCode()).isEqualTo(409);
    }

    @Test
    void a_closed_run_is_swept_and_never_run_again() throws Exception {
        vendor("refuse");
        UUID id = welcome("closing");
        awaitState(id, "failed");
        assertThat(post("/runs/" + id + "/close").statusCode()).isEqualTo(302);
        assertThat(post("/runs/" + id + "/again").statusCode()).isEqualTo(409);
        assertThat(post("/runs/" + UUID.randomUUID() + "/close").statusCode()).isEqualTo(409);

        age(id, "31 days");
        housekeeping.sweep();

        assertThat(count("select count(*) from jobs.job_results where run_id = :run", id))
                .isZero();
        assertThat(count("select count(*) from jobs.runs where id = :run", id)).isZero();
    }

    @Test
    @Tag("full")
    void a_run_whose_tries_are_used_up_has_failed_and_is_run_again_even_if_the_runtime_forgot_it() throws Exception {
        vendor("fail&times=2");
        UUID id = welcome("exhausted");
        awaitState(id, "failed");
        assertThat(get("/").body()).contains("/charges with status 500");
        jobRunr.deletePermanently(id);

        assertThat(post("/runs/" + id + "/again").statusCode()).isEqualTo(302);

        awaitState(id, "succeeded");
        assertThat(calls("exhausted", "charges")).isEqualTo(1);
    }

    @Test
    @Tag("full")
    void a_call_that_nobody_knows_the_end_of_waits_for_somebody_who_looks_it_up() throws Exception {
        vendor("drop&times=2");
        UUID id = welcome("unknown");
        awaitState(id, "failed");
        age(id, "2 days");
        post("/runs/" + id + "/again");
        awaitState(id, "unknown");
        assertThat(asked("unknown", "charges")).isEqualTo(2);
        assertThat(get("/").body()).contains("I looked it up");

        assertThat(post("/runs/" + id + "/steps/charge/looked-up?reference=ch_7")
                        .statusCode())
                .isEqualTo(302);

        awaitState(id, "succeeded");
        assertThat(asked("unknown", "charges")).isEqualTo(2);
        assertThat(count("select count(*) from jobs.charges where run_id = :run and vendor_reference = 'ch_7'", id))
                .isEqualTo(1);
    }

    @Test
    void a_message_that_is_relayed_twice_is_one_job() throws Exception {
        UUID id = welcome("twice");
        awaitState(id, "succeeded");
        direct("update once.outbox set done_at = null, due_at = now() where id = '" + id + "'");
        await().atMost(SOON)
                .until(() ->
                        count("select count(*) from once.outbox where done_at is not null and id = :run", id) == 1);

        assertThat(calls("twice", "charges")).isEqualTo(1);
        assertThat(calls("twice", "emails")).isEqualTo(1);
        assertThat(count("select count(*) from jobrunr.jobrunr_jobs where id = cast(:run as text)", id))
                .isEqualTo(1);
    }

    @Test
    void a_new_invoice_is_told_to_its_customer() throws Exception {
        UUID id = Uuids.next();
        String payload =
                "{\"invoiceId\":\"i1\",\"customerEmail\":\"bill@example.com\",\"customerName\":\"Bill\",\"totalCents\":100,\"currency\":\"EUR\",\"source\":\"forms\"}";
        writes.unique(write -> Optional.of(write.outbox(id, "invoice.created", payload)), Optional::empty);

        awaitState(id, "succeeded");
        assertThat(calls("bill@example.com", "emails")).isEqualTo(1);
    }

    @Test
    void an_invoice_of_a_customer_without_an_address_goes_to_their_name() throws Exception {
        UUID id = Uuids.next();
        String payload =
                """
                {"invoiceId":"%s","clientId":"acme","customerName":"nameless-inc","totalCents":100,"currency":"EUR"}"""
                        .formatted(Uuids.next());
        writes.unique(write -> Optional.of(write.outbox(id, "invoice.created", payload)), Optional::empty);

        awaitState(id, "succeeded");
        assertThat(calls("nameless-inc", "emails")).isEqualTo(1);
    }

    @Test
    void a_run_that_the_runtime_has_lost_is_shown_and_can_be_run() throws Exception {
        UUID id = Uuids.next();
        writes.unique(write -> runs.add(write, id, "email.welcome", "{\"customer\":\"lost\"}"), Optional::empty);
        direct("update jobs.runs set created_at = created_at - interval '1 hour' where id = '" + id + "'");

        housekeeping.noteMissedEnds();

        awaitState(id, "failed");
        assertThat(post("/runs/" + id + "/again").statusCode()).isEqualTo(302);
        awaitState(id, "succeeded");
    }

    @Test
    void a_run_whose_retry_was_lost_with_its_process_is_tried_again() throws Exception {
        UUID id = Uuids.next();
        writes.unique(write -> runs.add(write, id, "email.welcome", "{\"customer\":\"cut short\"}"), Optional::empty);
        direct("update jobs.runs set status = 'running', created_at = created_at - interval '1 hour' where id = '" + id
                + "'");
        Job job = new Job(id, new JobDetails(new RunRequest("email.welcome")));
        job.failed("as if its heartbeat had saved it", new IllegalStateException("as if"));
        jobRunr.save(job);

        housekeeping.noteMissedEnds();

        awaitState(id, "succeeded");
    }

    @Test
    void housekeeping_comes_by_itself() {
        await().atMost(SOON)
                .until(() -> reads.query(
                                        "select count(distinct recurringjobid) from jobrunr.jobrunr_jobs where state = 'SUCCEEDED'")
                                .count()
                        == 3);
        assertThat(jobRunr.getRecurringJobs())
                .extracting(RecurringJob::getId)
                .containsExactlyInAnyOrder("retention-sweep", "duplicate-effects-check", "missed-ends");
    }

    @Test
    void its_claims_are_counted() throws Exception {
        UUID id = welcome("counted");
        awaitState(id, "succeeded");

        assertThat(get("/actuator/prometheus").body())
                .containsPattern("once_claims_total\\{[^}]*disposition=\"claimed\"[^}]*surface=\"jobs\"")
                .containsPattern("once_duplicate_effects\\{[^}]*table=\"jobs.charges\"[^}]*} 0");
    }

    @Test
    void what_is_no_account_or_month_is_refused() throws Exception {
        assertThat(ask("", "2026-01").statusCode()).isEqualTo(400);
        assertThat(ask("acme", "2026-13").statusCode()).isEqualTo(400);
        assertThat(ask("a b", "2026-01").statusCode()).isEqualTo(400);
    }

    @Test
    void even_the_demos_dashboard_has_a_password() throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + DASHBOARD + "/api/servers"))
                .build();
        assertThat(http.send(request, HttpResponse.BodyHandlers.ofString()).statusCode())
                .isEqualTo(401);
    }

    private static void owes(String account) throws SQLException {
        direct("insert into jobs.account_entries (account, reference, booked_on, description, amount_cents) values ('"
                + account + "', 'fee', '2026-06-15', 'Fee', 1000)");
    }

    private UUID welcome(String customer) {
        UUID id = Uuids.next();
        String payload = "{\"provider\":\"stripe\",\"eventId\":\"evt\",\"customer\":\"" + customer + "\"}";
        writes.unique(write -> Optional.of(write.outbox(id, "email.welcome", payload)), Optional::empty);
        return id;
    }

    private HttpResponse<String> ask(String account, String month) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(uri("/statement-runs"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(
                        "{\"account\":\"" + account + "\",\"month\":\"" + month + "\"}")));
    }

    private JsonNode awaitStatus(String address, String status) {
        return await().atMost(SOON)
                .pollInterval(Duration.ofMillis(200))
                .until(
                        () -> json.readTree(get(address).body()),
                        run -> run.path("status").asText().equals(status));
    }

    private void awaitState(UUID id, String status) {
        await().atMost(SOON)
                .until(() ->
                        count("select count(*) from jobs.runs where id = :run and status = '" + status + "'", id) == 1);
    }

    private long calls(String about, String kind) throws Exception {
        return reads.query(
                        "select count(*) from jobs.simulated_vendor_ledger where kind = :kind and request like :about")
                .param("kind", kind)
                .param("about", "%\"" + about + "\"%")
                .count();
    }

    private long asked(String about, String kind) {
        return reads.query(
                        "select coalesce(sum(asked), 0) from jobs.simulated_vendor_ledger where kind = :kind and request like :about")
                .param("kind", kind)
                .param("about", "%\"" + about + "\"%")
                .count();
    }

    private void vendor(String behaviour) throws Exception {
        assertThat(post("/demo-vendor/behaviour?next=" + behaviour).statusCode())
                .isEqualTo(200);
    }

    private long count(String sql, UUID run) {
        return reads.query(sql).param("run", run).count();
    }

    private static void age(UUID id, String by) throws SQLException {
        direct("update jobs.job_results set created_at = created_at - interval '" + by + "' where run_id = '" + id
                + "'");
        direct("update jobs.runs set ended_at = ended_at - interval '" + by + "' where id = '" + id + "'");
    }

    private static void direct(String sql) throws SQLException {
        try (Connection connection = DATABASE.connect()) {
            connection.createStatement().execute(sql);
        }
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(uri(path)));
    }

    private HttpResponse<String> post(String path) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(uri(path)).POST(HttpRequest.BodyPublishers.noBody()));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private static URI uri(String path) {
        return URI.create(path.startsWith("http") ? path : "http://127.0.0.1:" + PORT + path);
    }
}
