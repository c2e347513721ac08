package dev.once.webhooks.effects;

import dev.once.webhooks.effects.Subscriptions.Change;
import dev.once.webhooks.provenance.Event;
import dev.once.webhooks.surface.Effect;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Every event of a subscription carries all of it. A cancelled one cannot be revived, so that is its end. */
@Component
final class PaddleSubscriptionChanged implements EventType {

    private final Subscriptions subscriptions;

    PaddleSubscriptionChanged(Subscriptions subscriptions) {
        this.subscriptions = subscriptions;
    }

    @Override
    public boolean covers(Event event) {
        return event.provider().equals("paddle") && event.type().startsWith("subscription.");
    }

    @Override
    public Effect effectOf(Event event) {
        Optional<String> status = event.content().text("data", "status");
        return subscriptions.of(event, change(event, status), event.content().text("data", "customer_id"), status);
    }

    private static Change change(Event event, Optional<String> status) {
        if (status.equals(Optional.of("canceled"))) {
            return Change.DELETED;
        }
        return event.type().equals("subscription.created") ? Change.CREATED : Change.UPDATED;
    }
}
