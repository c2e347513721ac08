package dev.once.webhooks.effects;

import dev.once.webhooks.effects.Credits.Payment;
import dev.once.webhooks.provenance.Content;
import dev.once.webhooks.provenance.Event;
import dev.once.webhooks.surface.Effect;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** An order is created when it is paid. */
@Component
final class LemonSqueezyOrderCreated implements EventType {

    private final Credits credits;

    LemonSqueezyOrderCreated(Credits credits) {
        this.credits = credits;
    }

    @Override
    public boolean covers(Event event) {
        return event.provider().equals("lemonsqueezy") && event.type().equals("order_created");
    }

    @Override
    public Effect effectOf(Event event) {
        Content content = event.content();
        Optional<String> email = content.text("data", "attributes", "user_email");
        return credits.of(
                event,
                new Payment(
                        "order",
                        content.text("data", "attributes", "customer_id").or(() -> email),
                        email,
                        content.whole("data", "attributes", "total"),
                        content.text("data", "attributes", "currency")));
    }
}
