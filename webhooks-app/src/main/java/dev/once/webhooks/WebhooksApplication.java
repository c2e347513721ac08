package dev.once.webhooks;

import dev.once.web.OpenPaths;
import java.time.Clock;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.annotation.Bean;

/** Listens to providers, and lets each of their events take effect once. */
@SpringBootApplication
@ConfigurationPropertiesScan
public class WebhooksApplication {

    public static void main(String[] args) {
        SpringApplication.run(WebhooksApplication.class, args);
    }

    /** Signatures guard these. */
    @Bean
    OpenPaths deliveries() {
        return OpenPaths.of("/webhooks/**");
    }

    @Bean
    @ConditionalOnMissingBean
    Clock clock() {
        return Clock.systemUTC();
    }
}
