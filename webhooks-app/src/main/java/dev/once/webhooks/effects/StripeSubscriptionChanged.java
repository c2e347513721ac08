package dev.once.webhooks.effects;

import dev.once.webhooks.effects.Subscriptions.Change;
import dev.once.webhooks.provenance.Event;
import dev.once.webhooks.surface.Effect;
import java.util.Map;
import java.util.Objects;
import org.springframework.stereotype.Component;

@Component
final class StripeSubscriptionChanged implements EventType {

    private static final Map<String, Change> TYPES = Map.of(
            "customer.subscription.created", Change.CREATED,
            "customer.subscription.updated", Change.UPDATED,
            "customer.subscription.deleted", Change.DELETED);

    private final Subscriptions subscriptions;

    StripeSubscriptionChanged(Subscriptions subscriptions) {
        this.subscriptions = subscriptions;
    }

    @Override
    public boolean covers(Event event) {
        return event.provider().equals("stripe") && TYPES.containsKey(event.type());
    }

    @Override
    public Effect effectOf(Event event) {
        return subscriptions.of(
                event,
                Objects.requireNonNull(TYPES.get(event.type())),
                event.content().text("data", "object", "customer"),
                event.content().text("data", "object", "status"));
    }
}
