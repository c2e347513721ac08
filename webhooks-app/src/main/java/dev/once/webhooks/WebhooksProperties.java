package dev.once.webhooks;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The providers to listen to.
 *
 * @param webhooks by the provider's name: secrets, and scheme and horizon (30d) where it has no class of its own; one without
 *     secrets is not listened to
 */
@ConfigurationProperties("once")
public record WebhooksProperties(@DefaultValue Map<String, Provider> webhooks) {

    /**
     * One provider.
     *
     * @param secrets what it signs with; several while one is being replaced
     * @param scheme how it signs, for a sender that has no class of its own
     * @param horizon with a scheme: how long after an event the sender may still send it again
     */
    public record Provider(
            @DefaultValue List<String> secrets, @Nullable Scheme scheme, @DefaultValue("30d") Duration horizon) {}

    /** Ways to sign that many senders share. */
    public enum Scheme {
        STANDARD_WEBHOOKS
    }

    public List<String> secretsOf(String provider) {
        Provider settings = webhooks.get(provider);
        return settings == null ? List.of() : settings.secrets();
    }
}
