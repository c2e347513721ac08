package dev.once.showcase;

import dev.once.localpostgres.Database;
import dev.once.showcase.launch.Apps;
import dev.once.showcase.launch.Home;
import dev.once.showcase.launch.Ports;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.boot.Banner;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.ConfigurableApplicationContext;

/** The page on :8080. */
@SpringBootApplication(proxyBeanMethods = false)
@ConfigurationPropertiesScan
public class ShowcaseApplication {

    /** In the launcher's own process, which owns the apps and the database. */
    static ConfigurableApplicationContext start(Apps apps, Ports ports, Home home, Database database) {
        Map<String, Object> settings = new LinkedHashMap<>();
        settings.put("server.port", ports.showcase());
        settings.put("spring.datasource.url", database.jdbcUrl());
        settings.put("spring.datasource.username", database.username());
        settings.put("spring.datasource.password", database.password());
        settings.put("logging.file.name", home.log("showcase").toString());
        settings.put("logging.threshold.console", "off");
        settings.putAll(ports.links());
        return new SpringApplicationBuilder(ShowcaseApplication.class)
                .profiles("demo")
                .bannerMode(Banner.Mode.OFF)
                .registerShutdownHook(false)
                .initializers(context -> context.getBeanFactory().registerSingleton("apps", apps))
                .run(settings.entrySet().stream()
                        .map(setting -> "--" + setting.getKey() + "=" + setting.getValue())
                        .toArray(String[]::new));
    }
}
