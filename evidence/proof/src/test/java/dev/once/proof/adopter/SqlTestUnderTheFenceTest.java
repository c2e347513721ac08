package dev.once.proof.adopter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.jdbc.JdbcConnectionDetails;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.test.context.TestPropertySource;
import org.springframework.test.context.jdbc.Sql;
import org.springframework.test.context.jdbc.SqlConfig;

/** The recipe for tests that prepare the database by themselves where the fence is enforced. */
@SpringBootTest(
        classes = {SqlTestUnderTheFenceTest.Shop.class, SqlTestUnderTheFenceTest.WritableForTests.class},
        webEnvironment = SpringBootTest.WebEnvironment.NONE)
@TestPropertySource(
        locations = "classpath:shop.properties",
        properties = {
            "once.migrations.enabled=false",
            "once.local-postgres.fresh=true",
            "spring.flyway.locations=classpath:shop/migration"
        })
@SqlConfig(dataSource = "testDatabase", transactionManager = "testTransactions")
class SqlTestUnderTheFenceTest {

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Shop {}

    @TestConfiguration(proxyBeanMethods = false)
    static class WritableForTests {

        @Bean(defaultCandidate = false)
        DataSource testDatabase(JdbcConnectionDetails database) {
            return new DriverManagerDataSource(database.getJdbcUrl(), database.getUsername(), database.getPassword());
        }

        @Bean(defaultCandidate = false)
        JdbcTransactionManager testTransactions(@Qualifier("testDatabase") DataSource testDatabase) {
            return new JdbcTransactionManager(testDatabase);
        }
    }

    @Autowired
    private JdbcClient application;

    @Test
    @Sql(statements = "insert into orders (tenant, item) values ('acme', 'tea')")
    void a_script_prepares_the_test_and_the_application_stays_behind_its_fence() {
        assertThat(application
                        .sql("select item from orders")
                        .query(String.class)
                        .list())
                .containsExactly("tea");
        assertThatThrownBy(() -> application.sql("delete from orders").update())
                .rootCause()
                .hasMessageContaining("read-only transaction");
    }
}
