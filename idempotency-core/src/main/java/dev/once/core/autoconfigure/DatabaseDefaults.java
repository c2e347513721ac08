package dev.once.core.autoconfigure;

import java.util.HashMap;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.env.EnvironmentPostProcessor;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

/**
 * Settings of the application's connections, at the lowest precedence. The fence goes into the pool's init SQL and not into a
 * driver property, which an {@code options} parameter of the URL would silently replace. The rest keeps a stopped or cut-off
 * client from holding its claim for hours, and an outage from holding its callers for long.
 */
public final class DatabaseDefaults implements EnvironmentPostProcessor {

    /** What each new connection is told. An application that does not use Boot gives it to its own pool. */
    public static final String INIT_SQL = String.join(
            "; ",
            "set default_transaction_read_only = on",
            "set idle_in_transaction_session_timeout = '5s'",
            "set tcp_keepalives_idle = 10",
            "set tcp_keepalives_interval = 5",
            "set tcp_keepalives_count = 3");

    @Override
    public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
        String pool = "spring.datasource.hikari.";
        Map<String, Object> defaults = new HashMap<>();
        defaults.put(pool + "connection-init-sql", INIT_SQL);
        defaults.put(pool + "connection-timeout", "1000");
        defaults.put(pool + "validation-timeout", "500");
        defaults.put(pool + "data-source-properties.tcpKeepAlive", "true");
        defaults.put(pool + "data-source-properties.connectTimeout", "1");
        defaults.put(pool + "data-source-properties.socketTimeout", "15");
        environment.getPropertySources().addLast(new MapPropertySource("once-database-defaults", defaults));
    }
}
