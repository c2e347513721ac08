package dev.once.api;

import dev.once.core.Reads;
import dev.once.core.Writes;
import dev.once.faults.ParkingObserver;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.autoconfigure.actuate.observability.AutoConfigureObservability;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Primary;
import org.springframework.test.context.ActiveProfiles;

/** The app on a real port with a real PostgreSQL; one for all tests, which keep apart by their keys. */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
@AutoConfigureObservability(tracing = false)
@ActiveProfiles("demo")
@Import(ApiTest.Instruments.class)
public abstract class ApiTest {

    @LocalServerPort
    protected int port;

    @Autowired
    protected Writes writes;

    @Autowired
    protected Reads reads;

    @Autowired
    protected ParkingObserver protocol;

    @Autowired
    protected SettableClock clock;

    protected Caller acme;
    protected Caller globex;

    @BeforeEach
    void callers() {
        acme = new Caller("http://127.0.0.1:" + port, "acme-demo-token");
        globex = new Caller("http://127.0.0.1:" + port, "globex-demo-token");
    }

    @AfterEach
    void restore() {
        protocol.release();
        clock.now = null;
    }

    protected static String newKey() {
        return UUID.randomUUID().toString();
    }

    protected static String invoice(String customer) {
        return """
                {"customer":"%s","currency":"EUR","lines":[{"description":"Engine","quantity":2,"unit_amount_cents":4950}]}"""
                .formatted(customer);
    }

    protected long invoicesOf(String customer) {
        return reads.query("select count(*) from api.invoices where customer = :customer")
                .param("customer", customer)
                .count();
    }

    protected long claimsOf(String key) {
        return reads.query("select count(*) from api.idempotency_keys where idempotency_key = :key")
                .param("key", key)
                .count();
    }

    /** Makes a key as old as if its time had passed. */
    protected void expire(String key) {
        writes.repeatable(write -> write.sql(
                        """
                        update api.idempotency_keys
                        set created_at = created_at - interval '25 hours', expires_at = expires_at - interval '25 hours'
                        where idempotency_key = :key
                        """)
                .param("key", key)
                .update());
    }

    @TestConfiguration
    static class Instruments {

        @Bean
        ParkingObserver protocolObserver() {
            return new ParkingObserver();
        }

        @Bean
        @Primary
        SettableClock settableClock() {
            return new SettableClock();
        }
    }

    public static final class SettableClock extends Clock {

        public volatile Instant now;

        @Override
        public Instant instant() {
            return now == null ? Instant.now() : now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }
}
