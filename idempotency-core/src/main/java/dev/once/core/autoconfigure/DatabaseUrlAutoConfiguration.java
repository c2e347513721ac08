package dev.once.core.autoconfigure;

import dev.once.core.support.StartupRefusedException;
import java.util.Set;
import javax.sql.DataSource;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.jdbc.DatabaseDriver;
import org.springframework.context.annotation.Bean;
import org.springframework.context.aot.AbstractAotProcessor;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;

/** Says which setting is missing or wrong, before a pool fails with something about driver classes or syntax. */
@AutoConfiguration(
        beforeName = {
            "org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration",
            "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration"
        })
@ConditionalOnMissingBean(
        value = DataSource.class,
        type = {
            "org.springframework.boot.autoconfigure.jdbc.JdbcConnectionDetails",
            "org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails"
        })
public class DatabaseUrlAutoConfiguration {

    private static final String WHAT_TO_DO =
            "Set spring.datasource.url (SPRING_DATASOURCE_URL) to a PostgreSQL 15 or newer, such as"
                    + " jdbc:postgresql://localhost:5432/once, with spring.datasource.username and .password.";

    /** Testcontainers and AWS put their own name before PostgreSQL's; what nobody knows is looked at when it is connected. */
    private static final Set<DatabaseDriver> POSSIBLE = Set.of(
            DatabaseDriver.POSTGRESQL,
            DatabaseDriver.TESTCONTAINERS,
            DatabaseDriver.AWS_WRAPPER,
            DatabaseDriver.UNKNOWN);

    @Bean
    static BeanFactoryPostProcessor onceDatabaseUrlIsGiven(Environment environment) {
        return beans -> {
            // A build that prepares the beans ahead of time starts none of them.
            if (!Boolean.getBoolean(AbstractAotProcessor.AOT_PROCESSING)) {
                requirePostgres(environment);
            }
        };
    }

    private static void requirePostgres(Environment environment) {
        String url = environment.getProperty("spring.datasource.url");
        if (StringUtils.hasText(url)) {
            DatabaseDriver driver = DatabaseDriver.fromJdbcUrl(url);
            if (!POSSIBLE.contains(driver)) {
                throw new StartupRefusedException(
                        "The database is " + driver + ": Once works on PostgreSQL only.", WHAT_TO_DO);
            }
        } else if (!StringUtils.hasText(environment.getProperty("spring.datasource.jndi-name"))) {
            throw new StartupRefusedException(
                    "There is no database: a packaged application brings none of its own.", WHAT_TO_DO);
        }
    }
}
