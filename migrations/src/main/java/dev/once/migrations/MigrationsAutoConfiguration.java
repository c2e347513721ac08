package dev.once.migrations;

import java.util.List;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.flyway.FlywayAutoConfiguration;
import org.springframework.boot.autoconfigure.flyway.FlywayMigrationInitializer;
import org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration;
import org.springframework.boot.autoconfigure.jdbc.JdbcConnectionDetails;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/**
 * Migrates before anything reads. It has connections of its own, since the application's are read only by default; and its
 * initializer is of the type that Boot makes every database user wait for.
 */
@AutoConfiguration(after = DataSourceAutoConfiguration.class, before = FlywayAutoConfiguration.class)
@ConditionalOnBean(JdbcConnectionDetails.class)
@ConditionalOnProperty(name = "once.migrations.enabled", matchIfMissing = true)
@EnableConfigurationProperties(MigrationsProperties.class)
public class MigrationsAutoConfiguration {

    @Bean
    FlywayMigrationInitializer onceMigrations(JdbcConnectionDetails database, MigrationsProperties properties) {
        DataSource dataSource = connections(database, properties);
        List<String> owners = properties.owners();
        Flyway first = Migrations.of(owners.get(0), dataSource);
        return new FlywayMigrationInitializer(first, flyway -> Migrations.migrate(dataSource, owners));
    }

    private static DataSource connections(JdbcConnectionDetails database, MigrationsProperties properties) {
        return properties.username() == null
                ? new DriverManagerDataSource(database.getJdbcUrl(), database.getUsername(), database.getPassword())
                : new DriverManagerDataSource(database.getJdbcUrl(), properties.username(), properties.password());
    }
}
