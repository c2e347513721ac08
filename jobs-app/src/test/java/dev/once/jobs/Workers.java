package dev.once.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.once.faults.AppProcess;
import dev.once.faults.FreePort;
import dev.once.localpostgres.Database;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;

/** Worker processes on one database, a vendor that outlives them, and accounts that owe something. */
record Workers(Database database, TestVendor vendor) {

    static final String MONTH = "2026-01";

    record Worker(AppProcess process, int port) {

        Worker awaitReady() {
            process.awaitHttp(URI.create("http://127.0.0.1:" + port + "/actuator/health"), Duration.ofSeconds(90));
            return this;
        }
    }

    Worker start(String name, String... more) {
        int port = FreePort.find();
        AppProcess process = AppProcess.main(JobsApplication.class)
                .named(name)
                .jvm("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx400m")
                .args(
                        "--spring.profiles.active=demo",
                        "--server.port=" + port,
                        "--jobrunr.dashboard.enabled=false",
                        "--spring.datasource.url=" + database.jdbcUrl(),
                        "--spring.datasource.username=" + database.username(),
                        "--spring.datasource.password=" + database.password(),
                        "--once.jobs.vendor-url=" + vendor.url(),
                        "--once.outbox.lease=5s")
                .args(more)
                .start();
        return new Worker(process, port);
    }

    void accountsThatOwe(String prefix, int accounts) throws SQLException {
        execute(
                """
                insert into jobs.account_entries (account, reference, booked_on, description, amount_cents)
                select '%s-' || i, 'fee', '%s-15', 'Fee', 1000 + i from generate_series(1, %d) as i
                """
                        .formatted(prefix, MONTH, accounts));
    }

    static void ask(Worker worker, String account) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + worker.port() + "/statement-runs"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(
                        "{\"account\":\"" + account + "\",\"month\":\"" + MONTH + "\"}"))
                .build();
        int status = HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.discarding())
                .statusCode();
        assertThat(status).isEqualTo(202);
    }

    long count(String sql) throws SQLException {
        try (Connection connection = database.connect();
                ResultSet row = connection.createStatement().executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }

    long succeeded() throws SQLException {
        return count("select count(*) from jobs.runs where status = 'succeeded'");
    }

    void execute(String sql) throws SQLException {
        try (Connection connection = database.connect()) {
            connection.createStatement().execute(sql);
        }
    }

    /** Every run has its five claims and three effects once, and the vendor did one charge and one e-mail for each. */
    void assertEachOnce(int runs) throws SQLException {
        assertThat(count("select count(*) from jobs.runs")).isEqualTo(runs);
        assertThat(succeeded()).isEqualTo(runs);
        assertThat(count("select count(*) from jobs.job_results")).isEqualTo(5L * runs);
        assertThat(count("select count(distinct (run_id, step)) from jobs.job_results"))
                .isEqualTo(5L * runs);
        for (String effects : new String[] {"jobs.statements", "jobs.charges", "jobs.emails"}) {
            assertThat(count("select count(*) from " + effects)).as(effects).isEqualTo(runs);
            assertThat(count("select count(distinct run_id) from " + effects))
                    .as(effects)
                    .isEqualTo(runs);
        }
        assertThat(vendor.done("charges")).as("charges at the vendor").isEqualTo(runs);
        assertThat(vendor.done("emails")).as("e-mails at the vendor").isEqualTo(runs);
        assertThat(count("select count(*) from once.outbox where done_at is null"))
                .isZero();
    }
}
