package dev.once.webhooks;

import static dev.once.webhooks.Sender.checkout;
import static dev.once.webhooks.Sender.stripe;
import static org.assertj.core.api.Assertions.assertThat;

import dev.once.core.protocol.ProtocolStep;
import dev.once.faults.AppProcess;
import dev.once.faults.FileParkingObserver;
import dev.once.faults.FreePort;
import dev.once.localpostgres.Database;
import dev.once.localpostgres.TestPostgres;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The process dies by {@code kill -9} at each point of its work; the provider, who got no answer, sends again. */
class KilledInTheMiddleIT {

    private static final Duration START = Duration.ofSeconds(90);

    @TempDir
    Path folder;

    @Test
    void before_the_commit_the_redelivery_does_the_work() throws Exception {
        assertHeals(ProtocolStep.WORKED, "processed");
    }

    @Test
    @Tag("full")
    void before_the_work_the_redelivery_does_the_work() throws Exception {
        assertHeals(ProtocolStep.CLAIMED, "processed");
    }

    @Test
    @Tag("full")
    void after_the_commit_the_redelivery_is_a_duplicate() throws Exception {
        assertHeals(ProtocolStep.COMMITTED, "duplicate");
    }

    private void assertHeals(ProtocolStep step, String disposition) throws Exception {
        Database database = TestPostgres.shared().newDatabase();
        int port = FreePort.find();
        String event = "evt_" + UUID.randomUUID();
        Sender sender = Sender.to(port);
        try (AppProcess app = AppProcess.main(WebhooksApplication.class)
                .args("--spring.profiles.active=demo", "--server.port=" + port)
                .env("SPRING_DATASOURCE_URL", database.jdbcUrl())
                .env("SPRING_DATASOURCE_USERNAME", database.username())
                .env("SPRING_DATASOURCE_PASSWORD", database.password())
                .env(FileParkingObserver.STEP, step.name())
                .env(FileParkingObserver.FOLDER, folder.toString())
                .start()) {
            URI ready = URI.create(sender.base() + "/actuator/health/readiness");
            app.awaitHttp(ready, START);
            CompletableFuture<HttpResponse<String>> unanswered =
                    CompletableFuture.supplyAsync(() -> deliver(sender, event, 2));
            FileParkingObserver.awaitParked(folder, step, Duration.ofSeconds(20));

            app.kill9();
            assertThat(unanswered.handle((answer, failure) -> failure != null).join())
                    .as("nobody was told 200")
                    .isTrue();

            app.restart().awaitHttp(ready, START);
            assertThat(deliver(sender, event, 1).body()).contains(disposition);
            assertThat(deliver(sender, event, 0).body()).contains("duplicate");
        }
        assertThat(count(database, "select count(*) from webhooks.credit_entries where event_id = ?", event))
                .isEqualTo(1);
        assertThat(count(database, "select count(*) from once.outbox where payload ->> 'eventId' = ?", event))
                .isEqualTo(1);
    }

    private static HttpResponse<String> deliver(Sender sender, String event, int delivery) {
        try {
            return sender.deliver(stripe(checkout(event, "cs_of_" + event, delivery)));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static long count(Database database, String sql, String parameter) throws Exception {
        try (Connection connection = database.connect();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, parameter);
            ResultSet row = statement.executeQuery();
            row.next();
            return row.getLong(1);
        }
    }
}
