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
import dev.once.test.Hammer;
import java.sql.SQLException;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.domain.EntityScan;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.TestPropertySource;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** A service with JPA: its entities are written on the claim's connection, commit with it and roll back with it. */
@SpringBootTest(classes = JpaTest.Shop.class, webEnvironment = SpringBootTest.WebEnvironment.NONE)
@TestPropertySource(
        locations = "classpath:shop.properties",
        properties = {
            "once.migrations.enabled=false",
            "once.local-postgres.fresh=true",
            "spring.autoconfigure.exclude=",
            "spring.flyway.locations=classpath:shop/migration"
        })
class JpaTest {

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @EntityScan
    @Import({OrderLedger.class, JpaOnTheClaim.class})
    static class Shop {}

    @Autowired
    private Idempotency<String> claims;

    @Autowired
    private JpaOrders orders;

    @Autowired
    private Reads reads;

    @Autowired
    private PlatformTransactionManager jpa;

    private final Scope tenant = new Scope(UUID.randomUUID().toString());

    @Test
    void an_entity_is_saved_once() {
        var blows = Hammer.of(25).strike(i -> claims.once(attempt("key"), claim -> save("tea")));
        assertThat(blows.answersOfAll())
                .filteredOn(Outcome.FirstRun.class::isInstance)
                .hasSize(1);
        assertThat(count()).isEqualTo(1);
    }

    @Test
    void it_goes_with_the_claim_when_the_work_fails() {
        assertThatThrownBy(() -> claims.once(attempt("key"), claim -> {
                    save("tea");
                    throw new IllegalStateException("too bad");
                }))
                .hasMessage("too bad");
        assertThat(count()).isZero();
        assertThat(claims.once(attempt("key"), claim -> save("tea"))).isInstanceOf(Outcome.FirstRun.class);
        assertThat(count()).isEqualTo(1);
    }

    @Test
    void entities_and_statements_of_one_claim_see_each_other() {
        claims.once(attempt("key"), claim -> {
            String id = save("tea");
            assertThat(claim.sql("select item from orders where id = cast(:id as uuid)")
                            .param("id", id)
                            .query(String.class)
                            .single())
                    .isEqualTo("tea");
            JpaOrder found = orders.findByTenant(tenant.value()).get(0);
            found.change("coffee");
            orders.flush();
            return id;
        });
        assertThat(orders.findByTenant(tenant.value()))
                .extracting(JpaOrder::item)
                .containsExactly("coffee");
    }

    @Test
    void outside_a_claim_an_entity_cannot_be_saved() {
        assertThatThrownBy(() -> new TransactionTemplate(jpa).executeWithoutResult(status -> save("tea")))
                .rootCause()
                .isInstanceOfSatisfying(
                        SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("25006"));
    }

    @Test
    void jpas_own_transactions_do_not_begin_beside_a_claim() {
        assertThatThrownBy(() -> claims.once(
                        attempt("key"), claim -> new TransactionTemplate(jpa).execute(status -> save("tea"))))
                .isInstanceOf(CannotCreateTransactionException.class);
        assertThat(count()).isZero();
    }

    private String save(String item) {
        return orders.saveAndFlush(new JpaOrder(tenant.value(), "key", item)).id();
    }

    private long count() {
        return reads.query("select count(*) from orders where tenant = :tenant")
                .param("tenant", tenant.value())
                .count();
    }

    private Attempt attempt(String key) {
        return Attempt.of(tenant, new IdempotencyKey(key), Fingerprint.none());
    }
}
