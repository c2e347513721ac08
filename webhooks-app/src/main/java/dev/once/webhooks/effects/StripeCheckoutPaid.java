package dev.once.webhooks.effects;

import dev.once.webhooks.effects.Credits.Payment;
import dev.once.webhooks.provenance.Content;
import dev.once.webhooks.provenance.Event;
import dev.once.webhooks.surface.Effect;
import java.util.Optional;
import java.util.Set;
import org.springframework.stereotype.Component;

/**
 * A checkout that is paid. Slow payment methods complete it first and pay it later, in a second event about the same
 * session: whichever says "paid" first adds the credit.
 */
@Component
final class StripeCheckoutPaid implements EventType {

    private static final Set<String> TYPES =
            Set.of("checkout.session.completed", "checkout.session.async_payment_succeeded");

    private final Credits credits;

    StripeCheckoutPaid(Credits credits) {
        this.credits = credits;
    }

    @Override
    public boolean covers(Event event) {
        return event.provider().equals("stripe") && TYPES.contains(event.type());
    }

    @Override
    public Effect effectOf(Event event) {
        Content content = event.content();
        if (content.text("data", "object", "payment_status").equals(Optional.of("unpaid"))) {
            return Effect.none("not paid yet");
        }
        Optional<String> email = content.text("data", "object", "customer_details", "email")
                .or(() -> content.text("data", "object", "customer_email"));
        return credits.of(
                event,
                new Payment(
                        "checkout",
                        content.text("data", "object", "customer")
                                .or(() -> content.text("data", "object", "customer", "id"))
                                .or(() -> email),
                        email,
                        content.whole("data", "object", "amount_total"),
                        content.text("data", "object", "currency")));
    }
}
