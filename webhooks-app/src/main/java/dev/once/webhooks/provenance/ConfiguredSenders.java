package dev.once.webhooks.provenance;

import dev.once.core.support.StartupRefusedException;
import dev.once.webhooks.WebhooksProperties;
import java.util.List;

/** Senders that are known by their settings alone: a name, a scheme and secrets. */
final class ConfiguredSenders {

    private ConfiguredSenders() {}

    static List<Provider> of(WebhooksProperties properties, List<Provider> classes) {
        return properties.webhooks().entrySet().stream()
                .filter(entry -> entry.getValue().scheme() != null)
                .map(entry -> sender(entry.getKey(), entry.getValue(), classes))
                .toList();
    }

    private static Provider sender(String name, WebhooksProperties.Provider settings, List<Provider> classes) {
        if (classes.stream().anyMatch(known -> known.name().equals(name))) {
            throw new StartupRefusedException(
                    "%s has a class that says how it signs, so its settings cannot say it too.".formatted(name),
                    "Remove once.webhooks.%s.scheme, or give the sender another name.".formatted(name));
        }
        if (!name.matches("[a-z0-9][a-z0-9-]{0,63}")) {
            throw new StartupRefusedException(
                    "A sender is called '%s', which cannot be part of an address.".formatted(name),
                    "Call it by lower-case letters, digits and hyphens in once.webhooks.<sender>.scheme.");
        }
        if (settings.horizon().isNegative() || settings.horizon().isZero()) {
            throw new StartupRefusedException(
                    "%s is said to send nothing again.".formatted(name),
                    "Set once.webhooks.%s.horizon to how long it does.".formatted(name));
        }
        return new StandardWebhooks(name, settings.horizon());
    }
}
