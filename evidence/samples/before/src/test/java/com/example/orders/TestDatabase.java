package com.example.orders;

import dev.once.localpostgres.Database;
import dev.once.localpostgres.TestPostgres;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** A PostgreSQL for the tests of this service. */
interface TestDatabase {

    Database DATABASE = TestPostgres.shared().newDatabase();

    @DynamicPropertySource
    static void database(DynamicPropertyRegistry properties) {
        properties.add("spring.datasource.url", DATABASE::jdbcUrl);
        properties.add("spring.datasource.hikari.schema", () -> "public");
        properties.add("spring.datasource.username", DATABASE::username);
        properties.add("spring.datasource.password", DATABASE::password);
    }
}
