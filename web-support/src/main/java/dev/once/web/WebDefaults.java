package dev.once.web;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.config.ConfigDataEnvironmentPostProcessor;
import org.springframework.boot.env.EnvironmentPostProcessor;
import org.springframework.core.Ordered;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Profiles;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.support.ResourcePropertySource;

/** Settings that all apps share, below everything an app or its operator sets. */
final class WebDefaults implements EnvironmentPostProcessor, Ordered {

    static final Profiles DEMO = Profiles.of("demo");

    @Override
    public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
        if (environment.acceptsProfiles(DEMO)) {
            addLast(environment, "once-web-demo.properties");
        }
        addLast(environment, "once-web-defaults.properties");
    }

    /** After the files are read, for then the profiles are known. */
    @Override
    public int getOrder() {
        return ConfigDataEnvironmentPostProcessor.ORDER + 10;
    }

    private static void addLast(ConfigurableEnvironment environment, String file) {
        try {
            environment.getPropertySources().addLast(new ResourcePropertySource(file, new ClassPathResource(file)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
