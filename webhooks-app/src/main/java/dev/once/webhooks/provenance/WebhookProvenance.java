package dev.once.webhooks.provenance;

import dev.once.core.NotGenuineException;
import dev.once.core.support.StartupRefusedException;
import dev.once.webhooks.WebhooksProperties;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;

/** Who are you: only a delivery that one of the provider's secrets has signed becomes an {@link Event}. */
@Component
public final class WebhookProvenance {

    private static final Logger LOG = LoggerFactory.getLogger(WebhookProvenance.class);

    private final Map<String, Known> providers = new LinkedHashMap<>();
    private final Clock clock;

    private record Known(Provider provider, List<String> secrets) {}

    public WebhookProvenance(List<Provider> classes, WebhooksProperties properties, Clock clock) {
        this.clock = clock;
        List<Provider> providers = new ArrayList<>(classes);
        providers.addAll(ConfiguredSenders.of(properties, classes));
        Set<String> unknown = new TreeSet<>(properties.webhooks().keySet());
        for (Provider provider : providers) {
            unknown.remove(provider.name());
            List<String> secrets = properties.secretsOf(provider.name());
            secrets.forEach(secret -> requireUsable(provider, secret));
            if (!secrets.isEmpty()) {
                this.providers.put(provider.name(), new Known(provider, secrets));
            }
        }
        if (!unknown.isEmpty()) {
            throw new StartupRefusedException(
                    "There are settings for " + unknown + ", but no such provider.",
                    "Name one of "
                            + providers.stream().map(Provider::name).sorted().toList()
                            + " in once.webhooks.<provider>.secrets, or set once.webhooks.<sender>.scheme=standard-webhooks"
                            + " where the sender keeps to that.");
        }
        if (this.providers.isEmpty()) {
            throw new StartupRefusedException(
                    "No provider has a secret, so no delivery could ever be believed.",
                    "Set once.webhooks.<provider>.secrets for at least one of "
                            + providers.stream().map(Provider::name).sorted().toList()
                            + ", or start with the profile 'demo'.");
        }
    }

    public Event of(String name, HttpHeaders headers, byte[] body) {
        Known known = providers.get(name);
        if (known == null) {
            throw new UnknownProviderException();
        }
        Delivery delivery = new Delivery(headers, body);
        if (!isSigned(delivery, known)) {
            LOG.warn("{}: refused a delivery whose signature is not right", name);
            throw new NotGenuineException("The signature is missing, stale or not right.");
        }
        return known.provider().event(delivery);
    }

    /** The providers that have secrets. */
    public Set<String> names() {
        return providers.keySet();
    }

    /** The longest time after which one of them may still send an event again. */
    public Duration horizon() {
        return providers.values().stream()
                .map(known -> known.provider().horizon())
                .max(Duration::compareTo)
                .orElse(Duration.ZERO);
    }

    /** Every secret is tried, so that the answer's time does not tell which one is in use. */
    private boolean isSigned(Delivery delivery, Known known) {
        boolean signed = false;
        for (String secret : known.secrets()) {
            signed |= known.provider().isSigned(delivery, secret, clock.instant());
        }
        return signed;
    }

    private static void requireUsable(Provider provider, String secret) {
        String complaint = provider.complaintAbout(secret);
        if (!complaint.isEmpty()) {
            throw new StartupRefusedException(
                    "A secret of %s cannot be used: %s.".formatted(provider.name(), complaint),
                    "Copy it from the provider's console into once.webhooks.%s.secrets.".formatted(provider.name()));
        }
    }
}
