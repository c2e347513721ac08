package dev.once.webhooks.effects;

import dev.once.core.Claim;
import dev.once.webhooks.provenance.Event;
import dev.once.webhooks.surface.Effect;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * {@code webhooks.subscriptions}: the newest state wins, in whatever order the events arrive. A claim says that an event
 * happens once; which of two different events is newer is another question, and the provider's event time answers it.
 */
@Component
public final class Subscriptions {

    /**
     * Any two events of a subscription compare in one way only, so every order of arrival ends in the same row: a deletion
     * is final; then the later one; in the same second an update over a creation; then the greater id.
     */
    private static final String APPLY =
            """
            insert into webhooks.subscriptions as known
              (provider, subscription_id, customer, status, deleted, occurred_at, rank, event_id)
            values (:provider, :subscription, :customer, :status, :deleted, :occurred, :rank, :event)
            on conflict (provider, subscription_id) do update set
              customer = excluded.customer, status = excluded.status, deleted = excluded.deleted,
              occurred_at = excluded.occurred_at, rank = excluded.rank, event_id = excluded.event_id,
              updated_at = excluded.updated_at
            where (excluded.deleted, excluded.occurred_at, excluded.rank, excluded.event_id)
                > (known.deleted, known.occurred_at, known.rank, known.event_id)
            """;

    /** How a state came about. */
    enum Change {
        CREATED,
        UPDATED,
        DELETED
    }

    /** The state, or the reason why it cannot be known. */
    Effect of(Event event, Change change, Optional<String> customer, Optional<String> status) {
        String subscription = event.objectId();
        if (subscription == null) {
            return Effect.none("no subscription");
        }
        if (event.occurredAt().isEmpty()) {
            return Effect.none("no time");
        }
        if (status.isEmpty()) {
            return Effect.none("no status");
        }
        Instant occurredAt = event.occurredAt().get();
        return claim -> apply(claim, event, subscription, change, customer.orElse(null), status.get(), occurredAt);
    }

    private void apply(
            Claim claim,
            Event event,
            String subscription,
            Change change,
            @Nullable String customer,
            String status,
            Instant occurredAt) {
        claim.sql(APPLY)
                .param("provider", event.provider())
                .param("subscription", subscription)
                .param("customer", customer)
                .param("status", status)
                .param("deleted", change == Change.DELETED)
                .param("occurred", occurredAt.atOffset(ZoneOffset.UTC))
                .param("rank", change.ordinal())
                .param("event", event.id())
                .update();
    }
}
