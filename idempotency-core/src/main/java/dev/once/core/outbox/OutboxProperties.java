package dev.once.core.outbox;

import java.time.Duration;
import java.util.Set;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How the outbox is relayed.
 *
 * @param enabled whether this process relays the topics that it has handlers for
 * @param workers how many messages are handled at once
 * @param batch how many messages of one topic a worker leases at once
 * @param poll how long the relay rests when it found nothing
 * @param lease how long a crashed relay keeps its messages from the others; a living one renews it for what it handles
 * @param mostAttempts after so many starts of its handler a message is parked
 * @param firstBackoff the rest after the first failure; it doubles, with jitter
 * @param longestBackoff the longest rest between two tries
 * @param keepDone how long a done message is kept
 * @param topics topics that must have a handler in this process; one without is warned of at start
 */
@ConfigurationProperties("once.outbox")
public record OutboxProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("2") int workers,
        @DefaultValue("20") int batch,
        @DefaultValue("200ms") Duration poll,
        @DefaultValue("30s") Duration lease,
        @DefaultValue("12") int mostAttempts,
        @DefaultValue("1s") Duration firstBackoff,
        @DefaultValue("10m") Duration longestBackoff,
        @DefaultValue("7d") Duration keepDone,
        @DefaultValue Set<String> topics) {}
