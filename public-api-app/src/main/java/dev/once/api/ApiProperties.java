package dev.once.api;

import java.time.Duration;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The public API's settings.
 *
 * @param clients tokens by client, put into the database at start if they are not there; others are added by the operator
 * @param exportChunk how many invoices of an export are written in one transaction
 * @param keepExports how long a requested export and its file are kept
 */
@ConfigurationProperties("once.api")
public record ApiProperties(
        @DefaultValue Map<String, String> clients,
        @DefaultValue("500") int exportChunk,
        @DefaultValue("7d") Duration keepExports) {

    @Override
    public String toString() {
        return "ApiProperties[clients=" + clients.keySet() + "]";
    }
}
