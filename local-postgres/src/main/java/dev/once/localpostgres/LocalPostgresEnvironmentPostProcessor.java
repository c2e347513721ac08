package dev.once.localpostgres;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.env.EnvironmentPostProcessor;
import org.springframework.core.Ordered;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.util.StringUtils;

/** Without a `spring.datasource.url`, an app started from source or a test gets a local PostgreSQL. */
final class LocalPostgresEnvironmentPostProcessor implements EnvironmentPostProcessor, Ordered {

    private static final String ENABLED = "once.local-postgres.enabled";

    /** After everybody who may still set a URL. */
    @Override
    public int getOrder() {
        return Ordered.LOWEST_PRECEDENCE;
    }

    @Override
    public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
        if (environment.getProperty(ENABLED, Boolean.class, true)
                && !StringUtils.hasText(environment.getProperty(DatasourceProperties.URL))) {
            AtExit.waitForSpring();
            environment.getPropertySources().addLast(new DatasourceProperties(environment));
        }
    }
}
