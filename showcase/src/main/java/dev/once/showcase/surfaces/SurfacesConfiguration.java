package dev.once.showcase.surfaces;

import dev.once.showcase.launch.Apps;
import dev.once.showcase.launch.Ports;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Who runs the apps: the launcher, which has registered itself, or somebody else. */
@Configuration(proxyBeanMethods = false)
class SurfacesConfiguration {

    @Bean
    @ConditionalOnMissingBean
    Apps appsElsewhere() {
        return new AppsElsewhere(new Ports(System.getenv()));
    }
}
