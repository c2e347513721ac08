package com.example.orders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.once.localpostgres.Database;
import dev.once.localpostgres.TestPostgres;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** With one setting more: its Flyway migrates as before, and old code does not write any more. */
@SpringBootTest(properties = {"once.fence=enforce", "spring.datasource.hikari.schema=public"})
class EnforcedFenceTest {

    @DynamicPropertySource
    static void database(DynamicPropertyRegistry properties) {
        Database database = TestPostgres.shared().newDatabase();
        properties.add("spring.datasource.url", database::jdbcUrl);
        properties.add("spring.datasource.username", database::username);
        properties.add("spring.datasource.password", database::password);
    }

    @Autowired
    private OrderService old;

    @Autowired
    private JdbcClient jdbc;

    @Test
    void flyway_has_migrated_and_a_write_without_a_claim_is_refused() {
        assertThat(jdbc.sql("select count(*) from orders").query(Long.class).single())
                .isZero();
        assertThatThrownBy(() -> old.place("acme", new NewOrder("tea", 1))).rootCause().hasMessageContaining("read-only transaction");
    }
}
