package dev.once.webhooks.effects;

import dev.once.webhooks.effects.Subscriptions.Change;
import dev.once.webhooks.provenance.Event;
import dev.once.webhooks.surface.Effect;
import org.springframework.stereotype.Component;

/** Sent beside every other event of a subscription, so this one is enough. */
@Component
final class LemonSqueezySubscriptionUpdated implements EventType {

    private final Subscriptions subscriptions;

    LemonSqueezySubscriptionUpdated(Subscriptions subscriptions) {
        this.subscriptions = subscriptions;
    }

    @Override
    public boolean covers(Event event) {
        return event.provider().equals("lemonsqueezy") && event.type().equals("subscription_updated");
    }

    @Override
    public Effect effectOf(Event event) {
        return subscriptions.of(
                event,
                Change.UPDATED,
                event.content().text("data", "attributes", "customer_id"),
                event.content().text("data", "attributes", "status"));
    }
}
