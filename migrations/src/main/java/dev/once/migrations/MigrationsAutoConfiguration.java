package dev.once.migrations;

import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.jdbc.DataSourceBuilder;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.datasource.SimpleDriverDataSource;

/**
 * Migrates before anything reads, beside a Flyway of the application's own. It has connections of its own, since the
 * application's are read only where the fence is enforced.
 */
@AutoConfiguration(
        afterName = {
            // By name, for Boot 3 and then for Boot 4, which has moved it.
            "org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration",
            "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration"
        })
@ConditionalOnBean(DataSource.class)
@ConditionalOnProperty(name = "once.migrations.enabled", matchIfMissing = true)
@EnableConfigurationProperties(MigrationsProperties.class)
public class MigrationsAutoConfiguration {

    /** @param name which data source has the claims, where there are several: the core's own setting */
    @Bean
    MigrationsRun onceMigrations(
            BeanFactory beans,
            @Value("${once.data-source:#{null}}") @Nullable String name,
            MigrationsProperties properties) {
        DataSource pool = name == null ? beans.getBean(DataSource.class) : beans.getBean(name, DataSource.class);
        return new MigrationsRun(beside(pool, properties), properties.owners());
    }

    private static DataSource beside(DataSource pool, MigrationsProperties properties) {
        DataSourceBuilder<?> connections = DataSourceBuilder.derivedFrom(pool).type(SimpleDriverDataSource.class);
        if (properties.username() != null) {
            connections.username(properties.username()).password(properties.password());
        }
        return connections.build();
    }
}
