package dev.once.migrations;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.jdbc.DataSourceBuilder;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.datasource.SimpleDriverDataSource;
import org.springframework.util.Assert;

/**
 * With {@code once.migrations.only=true} the process migrates and ends, before anything else of the application is made: it
 * needs the database's URL, and no secret or port of the application.
 */
final class MigrationsOnly implements ApplicationContextInitializer<ConfigurableApplicationContext> {

    private static final Log LOG = LogFactory.getLog(MigrationsOnly.class);

    @Override
    public void initialize(ConfigurableApplicationContext context) {
        Environment environment = context.getEnvironment();
        Binder.get(environment)
                .bind("once.migrations", MigrationsProperties.class)
                .ifBound(properties -> {
                    if (properties.only()) {
                        migrate(environment, properties);
                        System.exit(0);
                    }
                });
    }

    private static void migrate(Environment environment, MigrationsProperties properties) {
        String url = environment.getProperty("spring.datasource.url");
        Assert.state(url != null, "once.migrations.only=true needs spring.datasource.url.");
        DataSourceBuilder<?> connections =
                DataSourceBuilder.create().type(SimpleDriverDataSource.class).url(url);
        if (properties.username() != null) {
            connections.username(properties.username()).password(properties.password());
        } else {
            connections
                    .username(environment.getProperty("spring.datasource.username"))
                    .password(environment.getProperty("spring.datasource.password"));
        }
        Migrations.migrate(connections.build(), properties.owners());
        LOG.info("Migrated " + String.join(", ", properties.owners()) + ", and that is all: once.migrations.only=true");
    }
}
