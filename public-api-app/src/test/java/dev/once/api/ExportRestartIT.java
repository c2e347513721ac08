package dev.once.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.once.faults.AppProcess;
import dev.once.faults.FreePort;
import dev.once.localpostgres.Database;
import dev.once.localpostgres.TestPostgres;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExportRestartIT {

    private static final int INVOICES = 2000;

    @Test
    void an_export_whose_app_is_killed_goes_on_where_it_was() throws Exception {
        Database database = TestPostgres.shared().newDatabase();
        int port = FreePort.find();
        Caller acme = new Caller("http://127.0.0.1:" + port, "acme-demo-token");
        try (AppProcess app = PackagedJar.demo(database, port)
                .args("--once.api.export-chunk=2", "--once.outbox.lease=3s")
                .start()) {
            PackagedJar.awaitReady(app, port);
            try (Connection connection = database.connect()) {
                connection
                        .createStatement()
                        .execute(
                                "insert into api.invoices (client_id, idempotency_key, customer, currency, total_cents)"
                                        + " select 'acme', 'k' || n, 'Customer ' || n, 'EUR', n from generate_series(1, "
                                        + INVOICES + ") as n");
            }
            String status = acme.post("/api/exports", "export", null).header("Location");
            await().pollInterval(Duration.ofMillis(10))
                    .atMost(Duration.ofSeconds(20))
                    .until(() ->
                            acme.get(status).json().get("exported_invoices").asInt() > 20);
            app.kill9();
            long made = chunks(database);
            assertThat(made).isBetween(10L, INVOICES / 2L - 1);

            PackagedJar.awaitReady(app.restart(), port);
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> acme.get(status).json().get("status").asText().equals("done"));
            List<String> lines = acme.get(status + "/file").body().lines().toList();
            assertThat(lines).hasSize(INVOICES + 1).doesNotHaveDuplicates();
            assertThat(chunks(database)).isEqualTo(INVOICES / 2L);
        }
    }

    private static long chunks(Database database) throws Exception {
        try (Connection connection = database.connect();
                var count = connection.createStatement().executeQuery("select count(*) from api.export_chunks")) {
            count.next();
            return count.getLong(1);
        }
    }
}
