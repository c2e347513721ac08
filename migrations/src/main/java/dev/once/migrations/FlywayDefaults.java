package dev.once.migrations;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.env.EnvironmentPostProcessor;
import org.springframework.core.Ordered;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

/**
 * Leaves an application's own Flyway alone, and keeps Boot from starting one only because this module has brought it: an
 * application without migrations of its own gets no history table, and no failure on a schema that is not empty.
 */
final class FlywayDefaults implements EnvironmentPostProcessor, Ordered {

    private static final String[] USUAL = {"classpath:db/migration"};

    /** After the application's own settings were read. */
    @Override
    public int getOrder() {
        return LOWEST_PRECEDENCE;
    }

    @Override
    public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
        String[] locations = Binder.get(environment)
                .bind("spring.flyway.locations", String[].class)
                .orElse(USUAL);
        if (Arrays.stream(locations).noneMatch(FlywayDefaults::hasMigrations)) {
            environment
                    .getPropertySources()
                    .addLast(new MapPropertySource("once-flyway-defaults", Map.of("spring.flyway.enabled", "false")));
        }
    }

    private static boolean hasMigrations(String location) {
        if (!location.startsWith("classpath:")) {
            return true;
        }
        String folder = location.substring("classpath:".length()).replace("{vendor}", "postgresql");
        try {
            return new PathMatchingResourcePatternResolver().getResources("classpath*:" + folder + "/**/*").length > 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
