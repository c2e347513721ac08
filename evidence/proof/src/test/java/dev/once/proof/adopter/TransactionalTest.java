package dev.once.proof.adopter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.once.core.Attempt;
import dev.once.core.Fingerprint;
import dev.once.core.Idempotency;
import dev.once.core.IdempotencyKey;
import dev.once.core.Outcome;
import dev.once.core.Reads;
import dev.once.core.Scope;
import java.sql.SQLException;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.context.TestPropertySource;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** A service that is {@code @Transactional} and older than the claim: what docs/copying.md says of it. */
@SpringBootTest(classes = TransactionalTest.Shop.class, webEnvironment = SpringBootTest.WebEnvironment.NONE)
@TestPropertySource(
        locations = "classpath:shop.properties",
        properties = {
            "once.migrations.enabled=false",
            "once.local-postgres.fresh=true",
            "spring.flyway.locations=classpath:shop/migration"
        })
class TransactionalTest {

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import({OrderLedger.class, OldService.class, Edge.class})
    static class Shop {}

    static class OldService {

        private final JdbcClient jdbc;

        OldService(JdbcClient jdbc) {
            this.jdbc = jdbc;
        }

        @Transactional
        public void add(String tenant) {
            jdbc.sql("insert into orders (tenant, item) values (?, 'tea')")
                    .param(tenant)
                    .update();
        }

        @Transactional(propagation = Propagation.REQUIRES_NEW)
        public void addBeside(String tenant) {
            add(tenant);
        }
    }

    static class Edge {

        private final Idempotency<String> claims;

        Edge(Idempotency<String> claims) {
            this.claims = claims;
        }

        @Transactional
        public void claimInside(Attempt attempt) {
            claims.once(attempt, claim -> "never");
        }
    }

    @Autowired
    private Idempotency<String> claims;

    @Autowired
    private OldService service;

    @Autowired
    private Edge edge;

    @Autowired
    private Reads reads;

    private final String tenant = UUID.randomUUID().toString();

    @Test
    void called_from_the_work_it_joins_and_commits_with_the_claim() {
        assertThat(place()).isInstanceOf(Outcome.FirstRun.class);
        assertThat(place()).isInstanceOf(Outcome.Replay.class);
        assertThat(count()).isEqualTo(1);
    }

    @Test
    void it_rolls_back_with_the_claim() {
        assertThatThrownBy(() -> claims.once(attempt(), claim -> {
                    service.add(tenant);
                    throw new IllegalStateException("too bad");
                }))
                .hasMessage("too bad");
        assertThat(count()).isZero();
    }

    @Test
    void a_new_transaction_beside_the_claim_is_read_only() {
        assertThatThrownBy(() -> claims.once(attempt(), claim -> {
                    service.addBeside(tenant);
                    return "";
                }))
                .rootCause()
                .isInstanceOfSatisfying(
                        SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("25006"));
        assertThat(count()).isZero();
    }

    @Test
    void a_claim_does_not_start_inside_a_transaction() {
        assertThatThrownBy(() -> edge.claimInside(attempt())).hasMessageContaining("Claims do not nest");
    }

    private Outcome<String> place() {
        return claims.once(attempt(), claim -> {
            service.add(tenant);
            return "placed";
        });
    }

    private long count() {
        return reads.query("select count(*) from orders where tenant = :tenant")
                .param("tenant", tenant)
                .count();
    }

    private Attempt attempt() {
        return Attempt.of(new Scope(tenant), new IdempotencyKey("key"), Fingerprint.none());
    }
}
