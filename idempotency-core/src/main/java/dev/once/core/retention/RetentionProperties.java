package dev.once.core.retention;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * When this process cleans up after itself.
 *
 * @param enabled whether this process sweeps all of its ledgers by itself; if not, only what no other process can sweep in its place
 * @param every how long this process rests between two sweeps
 * @param share how much of its time a sweep may work; the rest of it belongs to the traffic
 * @param checkEvery how often this process looks whether a check for duplicate effects is due, and what others have found
 */
@ConfigurationProperties("once.retention")
public record RetentionProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("1h") Duration every,
        @DefaultValue("0.05") double share,
        @DefaultValue("1m") Duration checkEvery) {

    public RetentionProperties {
        if (!(share > 0 && share <= 1)) {
            throw new IllegalArgumentException("once.retention.share must be above 0 and at most 1, not " + share);
        }
    }
}
