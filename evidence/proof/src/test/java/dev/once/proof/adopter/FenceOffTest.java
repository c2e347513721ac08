package dev.once.proof.adopter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.once.core.Attempt;
import dev.once.core.Fingerprint;
import dev.once.core.Idempotency;
import dev.once.core.IdempotencyKey;
import dev.once.core.Outcome;
import dev.once.core.Scope;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.context.TestPropertySource;

/** The dependency alone, with no setting of its own: Flyway migrates as ever, old code writes as ever, and claims work beside it. */
@SpringBootTest(classes = FenceOffTest.Shop.class, webEnvironment = SpringBootTest.WebEnvironment.NONE)
@TestPropertySource(
        properties = {
            "once.migrations.enabled=false",
            "once.local-postgres.fresh=true",
            "spring.flyway.locations=classpath:shop/migration"
        })
class FenceOffTest {

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import({OrderLedger.class, Orders.class})
    static class Shop {}

    @Autowired
    private Idempotency<String> claims;

    @Autowired
    private Orders orders;

    @Autowired
    private JdbcClient old;

    @Test
    void old_code_writes_as_ever_and_claims_work_beside_it() {
        old.sql("insert into orders (tenant, item) values ('acme', 'old')").update();
        Attempt attempt = Attempt.of(new Scope("acme"), new IdempotencyKey("key"), Fingerprint.of("tea"));
        assertThat(claims.once(attempt, claim -> orders.add(claim, "tea"))).isInstanceOf(Outcome.FirstRun.class);
        assertThat(claims.once(attempt, claim -> orders.add(claim, "tea"))).isInstanceOf(Outcome.Replay.class);
        assertThat(old.sql("select count(*) from orders").query(Long.class).single())
                .isEqualTo(2);
    }
}
