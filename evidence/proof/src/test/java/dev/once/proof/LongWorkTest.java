package dev.once.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.once.core.Claim;
import dev.once.core.Idempotency;
import dev.once.core.Ledger;
import dev.once.core.Outcome;
import dev.once.core.Stored;
import java.sql.Connection;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.jdbc.core.JdbcTemplate;

/** `socketTimeout` bounds how long a frozen server is waited for, and so each statement; not the work of many statements. */
class LongWorkTest {

    private static final int SOCKET_TIMEOUT = 1;

    private final Lab lab = Lab.open();
    private final HikariDataSource pool = pool();
    private final Idempotency<String> idempotency = Lab.on(pool)
            .of(Ledger.named("answers")
                    .table("lab.answers")
                    .fingerprint("fingerprint")
                    .waitAtMost(Duration.ofMillis(500))
                    .storing(Stored.text("answer")));

    @AfterEach
    void close() {
        lab.close();
    }

    @Test
    void work_that_takes_longer_is_not_cut_while_each_of_its_statements_is_shorter() {
        assertThat(idempotency.once(Lab.attempt("many"), claim -> {
                    for (int i = 0; i < 4; i++) {
                        sleep(claim, 0.5);
                    }
                    return Lab.effect(claim);
                }))
                .isInstanceOf(Outcome.FirstRun.class);
    }

    @Test
    void one_statement_that_takes_longer_is_cut_unless_the_work_says_so() throws Exception {
        assertThatThrownBy(() -> idempotency.once(Lab.attempt("cut"), claim -> sleep(claim, 2)))
                .isInstanceOf(DataAccessResourceFailureException.class);

        JdbcTemplate joined = new JdbcTemplate(pool);
        assertThat(idempotency.once(Lab.attempt("long"), claim -> {
                    joined.execute((Connection connection) -> {
                        connection.setNetworkTimeout(Runnable::run, 60_000);
                        return true;
                    });
                    return sleep(claim, 2);
                }))
                .isInstanceOf(Outcome.FirstRun.class);
        try (Connection next = pool.getConnection()) {
            assertThat(next.getNetworkTimeout()).isEqualTo(SOCKET_TIMEOUT * 1000);
        }
    }

    private static String sleep(Claim claim, double seconds) {
        return claim.sql("select pg_sleep(:seconds)::text")
                .param("seconds", seconds)
                .query(String.class)
                .single();
    }

    private HikariDataSource pool() {
        HikariDataSource one = lab.poolWithoutFence(1);
        one.addDataSourceProperty("socketTimeout", Integer.toString(SOCKET_TIMEOUT));
        return one;
    }
}
