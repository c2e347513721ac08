package dev.once.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.once.core.Reads;
import dev.once.faults.ParkingObserver;
import dev.once.webhooks.Sender.Signed;
import java.net.http.HttpResponse;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.ActiveProfiles;

/** The app on a real port with a real database, and a way to stop an attempt at a named point. */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
@ActiveProfiles("demo")
@Import(WebhooksTest.Parking.class)
public abstract class WebhooksTest {

    @TestConfiguration
    static class Parking {
        @Bean
        ParkingObserver parking() {
            return new ParkingObserver();
        }
    }

    @LocalServerPort
    protected int port;

    @Autowired
    protected Reads reads;

    @Autowired
    protected ParkingObserver parking;

    protected Sender sender;

    @BeforeEach
    void connect() {
        sender = Sender.to(port);
    }

    @AfterEach
    void letGo() {
        parking.release();
    }

    protected static String unique(String prefix) {
        return prefix + UUID.randomUUID().toString().replace("-", "").substring(0, 16);
    }

    protected long count(String table, String column, String value) {
        return reads.query("select count(*) from webhooks." + table + " where " + column + " = :value")
                .param("value", value)
                .count();
    }

    protected long credits(String event) {
        return count("credit_entries", "event_id", event);
    }

    protected long claims(String event) {
        return count("processed_events", "event_id", event);
    }

    protected long welcomes(String event) {
        return reads.query(
                        "select count(*) from once.outbox where topic = 'email.welcome' and payload ->> 'eventId' = :event")
                .param("event", event)
                .count();
    }

    /** The one value of a query with one parameter. */
    protected String value(String sql, String parameter) {
        return reads.query(sql).param("value", parameter).single((row, i) -> row.getString(1));
    }

    protected void assertAnswer(Signed signed, int status, String disposition) throws Exception {
        assertAnswer(sender.deliver(signed), status, disposition);
    }

    protected static void assertAnswer(HttpResponse<String> answer, int status, String disposition) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(answer.body()).isEqualTo("{\"disposition\":\"" + disposition + "\"}");
    }

    protected static void assertProblem(HttpResponse<String> answer, int status, String title) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        assertThat(answer.body()).contains("\"title\":\"" + title + "\"").doesNotContain("Exception", "at dev.");
    }
}
