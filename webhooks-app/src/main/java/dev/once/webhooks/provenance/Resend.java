package dev.once.webhooks.provenance;

import java.time.Duration;
import org.springframework.stereotype.Component;

/** Standard Webhooks, with names of its own for the object and the time. */
@Component
final class Resend extends StandardWebhooks {

    /** Retries end after about 28 hours; a replay by hand has no end, so this is a choice. */
    Resend() {
        super("resend", Duration.ofDays(30));
    }

    @Override
    public Event event(Delivery delivery) {
        Event event = super.event(delivery);
        Content content = event.content();
        return new Event(
                name(),
                event.id(),
                event.type(),
                content.text("data", "email_id").orElse(null),
                null,
                event.deliveryId(),
                content.time("created_at"),
                content);
    }
}
