package dev.once.forms;

import static dev.once.forms.Person.location;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.once.core.protocol.ProtocolStep;
import dev.once.faults.CuttingProxy;
import dev.once.faults.ParkingObserver;
import dev.once.localpostgres.Database;
import dev.once.localpostgres.TestPostgres;
import java.net.URI;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

@FormsTest
@DirtiesContext
class DatabaseAwayTest {

    static final Database DATABASE = TestPostgres.shared().newDatabase();
    static final CuttingProxy NETWORK = CuttingProxy.inFrontOf(
            URI.create(DATABASE.jdbcUrl().substring("jdbc:".length())).getPort());

    @LocalServerPort
    int port;

    @Autowired
    FormsTest.Ledgers ledgers;

    @Autowired
    ParkingObserver parking;

    @DynamicPropertySource
    static void through_the_network(DynamicPropertyRegistry properties) {
        properties.add("spring.datasource.url", () -> NETWORK.through(DATABASE.jdbcUrl()));
        properties.add("spring.datasource.username", DATABASE::username);
        properties.add("spring.datasource.password", DATABASE::password);
    }

    @AfterAll
    static void close() {
        NETWORK.close();
    }

    @Test
    void without_its_database_every_page_says_503_and_comes_back_signed_in() throws Exception {
        Person alice = Person.signedIn(port, "alice@acme.test");
        Map<String, String> form = alice.openForm();
        NETWORK.refuse();
        NETWORK.cut();
        assertThat(alice.get("/invoices").statusCode()).isEqualTo(503);
        assertThat(alice.post("/invoices", form).statusCode()).isEqualTo(503);
        assertThat(new Person(port).get("/sign-in").statusCode())
                .as("it stores nothing, so it needs nothing")
                .isEqualTo(200);
        assertThat(new Person(port).signIn("alice@acme.test", "demo").statusCode())
                .isEqualTo(503);

        NETWORK.restore();
        // The pools need a moment to find out; sending the same form again and again is what the key is for.
        String invoice = await().atMost(Duration.ofSeconds(20))
                .until(() -> location(alice.post("/invoices", form)), place -> place.startsWith("/invoices/"));
        assertThat(invoice).doesNotContain("new");
        assertThat(location(alice.post("/invoices", form))).isEqualTo(invoice);
        assertThat(ledgers.invoices(form)).isOne();
    }

    @Test
    void a_commit_whose_answer_is_lost_gives_the_form_back_and_saves_once() throws Exception {
        Person alice = Person.signedIn(port, "alice@acme.test");
        Map<String, String> form = alice.openForm();
        var parked = parking.parkAt(ProtocolStep.WORKED);
        var answer = CompletableFuture.supplyAsync(() -> {
            try {
                return alice.post("/invoices", form);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        parked.awaitParked();
        var lost = NETWORK.swallowAnswerWith("COMMIT");
        parked.release();
        lost.join();
        HttpResponse<String> unsure = answer.get();
        assertThat(unsure.statusCode()).isEqualTo(503);
        assertThat(unsure.body()).contains("value=\"Design\"", form.get("idempotencyKey"), "may or may not");
        NETWORK.restore();
        assertThat(ledgers.invoices(form)).as("it was saved").isOne();
        assertThat(location(alice.post("/invoices", form)))
                .startsWith("/invoices/")
                .doesNotContain("new");
        assertThat(ledgers.invoices(form)).isOne();
    }
}
