package com.example.orders;

import static org.assertj.core.api.Assertions.assertThat;

import dev.once.localpostgres.Database;
import dev.once.localpostgres.TestPostgres;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** With {@code dev.once:migrations} beside its own Flyway. */
@SpringBootTest(
        properties = {
            "once.migrations.enabled=true",
            "once.schema=validate",
            "spring.datasource.hikari.schema=public"
        })
class MigrationsTest {

    @DynamicPropertySource
    static void database(DynamicPropertyRegistry properties) {
        Database database = TestPostgres.shared().newDatabase();
        properties.add("spring.datasource.url", database::jdbcUrl);
        properties.add("spring.datasource.username", database::username);
        properties.add("spring.datasource.password", database::password);
    }

    @Autowired
    private JdbcClient jdbc;

    @Test
    void the_cores_tables_were_made_beside_its_own() {
        assertThat(jdbc.sql("select count(*) from once.claims").query(Long.class).single())
                .isZero();
        assertThat(jdbc.sql("select count(*) from orders").query(Long.class).single())
                .isZero();
    }
}
