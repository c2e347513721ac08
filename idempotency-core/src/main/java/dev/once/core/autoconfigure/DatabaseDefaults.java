package dev.once.core.autoconfigure;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.env.EnvironmentPostProcessor;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;
import org.springframework.core.env.MapPropertySource;

/**
 * Settings of the application's connections where the fence is enforced, at the lowest precedence. The fence goes into the
 * pool's init SQL and not into a driver property, which an {@code options} parameter of the URL would silently replace. The
 * rest keeps a stopped or cut-off client from holding its claim for hours, and an outage from holding its callers for long.
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

    static final String SOCKET_TIMEOUT = "15";

    private static final String POOL = "spring.datasource.hikari.";

    @Override
    public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
        if (FenceMode.of(environment) == FenceMode.ENFORCE) {
            environment.getPropertySources().addLast(new MapPropertySource("once-database-defaults", settings()));
        }
    }

    /** Those that are in effect, or would be: the application has set nothing else. */
    static List<String> inEffect(Environment environment) {
        return settings().entrySet().stream()
                .filter(ours -> environment
                        .getProperty(ours.getKey(), ours.getValue().toString())
                        .equals(ours.getValue()))
                .map(ours -> ours.getKey() + "=" + ours.getValue())
                .toList();
    }

    private static Map<String, Object> settings() {
        Map<String, Object> settings = new LinkedHashMap<>();
        settings.put(POOL + "connection-init-sql", INIT_SQL);
        // With auto-commit=false the pool would leave the init SQL in a transaction, which the first reader rolls back.
        settings.put(POOL + "isolate-internal-queries", "true");
        settings.put(POOL + "connection-timeout", "1000");
        settings.put(POOL + "validation-timeout", "500");
        settings.put(POOL + "data-source-properties.tcpKeepAlive", "true");
        settings.put(POOL + "data-source-properties.connectTimeout", "1");
        settings.put(POOL + "data-source-properties.socketTimeout", SOCKET_TIMEOUT);
        return settings;
    }
}
