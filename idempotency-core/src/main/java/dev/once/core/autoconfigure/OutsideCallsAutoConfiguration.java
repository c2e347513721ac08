package dev.once.core.autoconfigure;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;
import org.springframework.web.client.RestClient;

/** The work calls nobody outside: where there are Spring's HTTP clients, at run time too. */
@AutoConfiguration
@ConditionalOnClass(RestClient.class)
public class OutsideCallsAutoConfiguration {

    @Bean
    static OutsideCallGuard onceOutsideCallGuard(Environment environment) {
        return new OutsideCallGuard(FenceMode.of(environment));
    }
}
