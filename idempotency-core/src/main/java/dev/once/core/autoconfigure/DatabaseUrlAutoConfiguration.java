package dev.once.core.autoconfigure;

import dev.once.core.StartupRefusedException;
import javax.sql.DataSource;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration;
import org.springframework.boot.autoconfigure.jdbc.JdbcConnectionDetails;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;

/** Says which setting is missing, before a pool fails with something about driver classes. */
@AutoConfiguration(before = DataSourceAutoConfiguration.class)
@ConditionalOnMissingBean({DataSource.class, JdbcConnectionDetails.class})
public class DatabaseUrlAutoConfiguration {

    @Bean
    static BeanFactoryPostProcessor databaseUrlIsGiven(Environment environment) {
        return beans -> {
            if (!StringUtils.hasText(environment.getProperty("spring.datasource.url"))
                    && !StringUtils.hasText(environment.getProperty("spring.datasource.jndi-name"))) {
                throw new StartupRefusedException(
                        "There is no database: a packaged application brings none of its own.",
                        "Set spring.datasource.url (SPRING_DATASOURCE_URL) to a PostgreSQL 14 or newer, such as"
                                + " jdbc:postgresql://localhost:5432/once, with spring.datasource.username and .password.");
            }
        };
    }
}
