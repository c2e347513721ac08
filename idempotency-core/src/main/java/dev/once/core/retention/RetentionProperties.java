package dev.once.core.retention;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * When this process cleans up after itself.
 *
 * @param enabled whether it sweeps its own ledgers and done outbox messages by itself
 * @param every how long it rests between two sweeps
 * @param checkEvery how long it rests between two counts of duplicate effects
 */
@ConfigurationProperties("once.retention")
public record RetentionProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("1h") Duration every,
        @DefaultValue("1m") Duration checkEvery) {}
