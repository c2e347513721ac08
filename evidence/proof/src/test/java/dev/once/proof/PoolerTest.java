package dev.once.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.once.core.Idempotencies;
import dev.once.core.Outcome;
import dev.once.core.protocol.ProtocolObserver;
import dev.once.core.support.StartupRefusedException;
import dev.once.faults.Hammer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;

/** A pooler that hands its connections out by the transaction: a prepared statement may meet another client's. */
class PoolerTest {

    private static final String INIT_SQL = "select 1";

    private Lab lab;
    private PgBouncer bouncer;

    @BeforeEach
    void start() throws Exception {
        assumeTrue(PgBouncer.program().isPresent(), "There is no pgbouncer on the PATH: install it to run this test.");
        lab = Lab.open();
        bouncer = PgBouncer.before(lab.database);
    }

    @AfterEach
    void stop() throws Exception {
        if (bouncer != null) {
            bouncer.close();
            lab.close();
        }
    }

    @Test
    void with_prepared_statements_it_is_refused() {
        try (Lab through = lab.by(bouncer.jdbcUrl())) {
            assertThatThrownBy(() -> through.instance().of(Lab.answers()))
                    .isInstanceOfSatisfying(StartupRefusedException.class, refused -> {
                        assertThat(refused).hasMessageContaining("pooler");
                        assertThat(refused.whatToDo()).contains("prepareThreshold=0", "once.pooler-safe=true");
                    });
        }
    }

    @Test
    void without_them_all_is_well() {
        for (String nothingPrepared : new String[] {"prepareThreshold=0", "preferQueryMode=simple"}) {
            try (Lab through = lab.by(bouncer.jdbcUrl() + "?" + nothingPrepared)) {
                assertThatCode(() -> through.instance().of(Lab.answers()))
                        .as(nothingPrepared)
                        .doesNotThrowAnyException();
            }
        }
        try (Lab through = lab.by(bouncer.jdbcUrl() + "?prepareThreshold=0")) {
            var idempotency = through.instance().of(Lab.answers());
            for (int n = 0; n < 20; n++) {
                var attempt = Lab.attempt("pooled-" + n);
                var blows = Hammer.of(5).strike(i -> idempotency.once(attempt, Lab::effect));
                assertThat(blows.count(Outcome.FirstRun.class::isInstance)).isEqualTo(1);
                assertThat(lab.effects("pooled-" + n)).isEqualTo(1);
            }
        }
    }

    @Test
    void whoever_says_that_the_pooler_is_safe_is_believed() {
        try (Lab through = lab.by(bouncer.jdbcUrl())) {
            assertThatCode(() -> new Idempotencies(
                                    through.pool(2, INIT_SQL),
                                    Idempotencies.HostTransactions.none(),
                                    Idempotencies.Limits.forPoolOf(2),
                                    UnaryOperator.identity(),
                                    new SimpleMeterRegistry(),
                                    ProtocolObserver.NONE,
                                    true)
                            .of(Lab.answers()))
                    .doesNotThrowAnyException();
        }
    }

    @Test
    void the_setting_is_once_pooler_safe() {
        assertThatThrownBy(() -> startApplication("false")).hasRootCauseInstanceOf(StartupRefusedException.class);
        assertThatCode(() -> startApplication("true")).doesNotThrowAnyException();
    }

    private void startApplication(String poolerSafe) {
        new SpringApplicationBuilder(PayApplication.class)
                .profiles("demo")
                .web(WebApplicationType.NONE)
                .run(
                        "--spring.datasource.url=" + bouncer.jdbcUrl(),
                        "--spring.datasource.username=" + lab.database.username(),
                        "--spring.datasource.password=" + lab.database.password(),
                        "--once.pooler-safe=" + poolerSafe)
                .close();
    }
}
