package dev.once.webhooks;

import java.util.List;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The providers to listen to.
 *
 * @param webhooks by the provider's name; one without secrets is not listened to
 */
@ConfigurationProperties("once")
public record WebhooksProperties(@DefaultValue Map<String, Provider> webhooks) {

    /**
     * One provider.
     *
     * @param secrets what it signs with; several while one is being replaced
     */
    public record Provider(@DefaultValue List<String> secrets) {}

    public List<String> secretsOf(String provider) {
        Provider settings = webhooks.get(provider);
        return settings == null ? List.of() : settings.secrets();
    }
}
