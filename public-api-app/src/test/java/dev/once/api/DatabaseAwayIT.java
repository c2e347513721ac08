package dev.once.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.once.api.Caller.Answered;
import dev.once.faults.AppProcess;
import dev.once.faults.CuttingProxy;
import dev.once.faults.FreePort;
import dev.once.localpostgres.Database;
import dev.once.localpostgres.TestPostgres;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class DatabaseAwayIT {

    @Test
    void while_the_database_is_away_the_answer_is_503_and_the_next_try_is_the_first() throws Exception {
        Database direct = TestPostgres.shared().newDatabase();
        String address = direct.jdbcUrl().replaceFirst(".*//[^:/]*:(\\d+)/.*", "$1");
        int port = FreePort.find();
        Caller acme = new Caller("http://127.0.0.1:" + port, "acme-demo-token");
        try (CuttingProxy network = CuttingProxy.inFrontOf(Integer.parseInt(address));
                AppProcess app = PackagedJar.demo(
                                new Database(network.through(direct.jdbcUrl()), direct.username(), direct.password()),
                                port)
                        .start()) {
            PackagedJar.awaitReady(app, port);
            network.refuse();
            network.cut();
            Answered away = acme.post("/api/invoices", "key", ApiTest.invoice("Ada"));
            assertThat(away.status()).isEqualTo(503);
            assertThat(away.problem()).isEqualTo("service-unavailable");
            assertThat(away.header("Retry-After")).isNotNull();

            network.restore();
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> acme.post("/api/invoices", "key", ApiTest.invoice("Ada"))
                                    .status()
                            == 201);
            assertThat(acme.get("/api/invoices").json().get("invoices")).hasSize(1);
        }
    }
}
