package dev.once.jobs;

import dev.once.core.support.StartupRefusedException;
import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the jobs.
 *
 * @param vendorUrl where the vendor for charges and e-mails answers, without the last path segment
 * @param vendorSecret the bearer token that the vendor knows us by
 * @param vendorKeyMemory how long after its first use the vendor surely remembers a key; later it is never called blind
 * @param vendorTimeout how long an answer may take
 * @param activationFeeCents what a new customer is charged when welcomed
 * @param currency the currency of charges that do not name one
 */
@ConfigurationProperties("once.jobs")
public record JobsProperties(
        @Nullable URI vendorUrl,
        @Nullable String vendorSecret,
        @DefaultValue("23h") Duration vendorKeyMemory,
        @DefaultValue("10s") Duration vendorTimeout,
        @DefaultValue("500") long activationFeeCents,
        @DefaultValue("EUR") String currency) {

    public URI requireVendorUrl() {
        if (vendorUrl == null || vendorUrl.getHost() == null) {
            throw new StartupRefusedException(
                    "There is no vendor to send charges and e-mails to.",
                    "Set once.jobs.vendor-url, or start with the profile 'demo', which plays one.");
        }
        return vendorUrl;
    }

    public String requireVendorSecret() {
        if (vendorSecret == null || vendorSecret.isBlank()) {
            throw new StartupRefusedException(
                    "The vendor would not know who we are.",
                    "Set once.jobs.vendor-secret to the token that the vendor gave you.");
        }
        return vendorSecret;
    }

    @Override
    public String toString() {
        return "JobsProperties[vendorUrl=" + vendorUrl + "]";
    }
}
