package dev.once.webhooks.effects;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.once.core.Claim;
import dev.once.webhooks.provenance.Event;
import dev.once.webhooks.surface.Effect;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import org.springframework.stereotype.Component;

/** {@code webhooks.credit_entries}: what a customer has paid for. */
@Component
public final class Credits {

    private static final String ADD =
            """
            insert into webhooks.credit_entries (provider, event_id, object_id, kind, customer, amount_cents, currency)
            values (:provider, :event, :object, :kind, :customer, :amount, :currency)
            on conflict (provider, object_id, kind) do nothing
            """;

    private final ObjectMapper json;

    Credits(ObjectMapper json) {
        this.json = json;
    }

    /** What an event says about a payment, as far as it says it. */
    record Payment(
            String kind,
            Optional<String> customer,
            Optional<String> email,
            OptionalLong amountCents,
            Optional<String> currency) {}

    /** A credit, or the reason why there is none. */
    Effect of(Event event, Payment payment) {
        if (payment.customer().isEmpty()) {
            return Effect.none("no customer");
        }
        if (payment.amountCents().isEmpty()) {
            return Effect.none("no amount");
        }
        if (payment.amountCents().getAsLong() <= 0) {
            return Effect.none("nothing to credit");
        }
        Optional<String> currency = payment.currency().map(given -> given.toLowerCase(Locale.ROOT));
        return currency.filter(code -> code.matches("[a-z]{3}") && !code.equals("xxx"))
                .<Effect>map(code -> claim -> add(claim, event, payment, code))
                .orElseGet(() -> Effect.none("no currency"));
    }

    private void add(Claim claim, Event event, Payment payment, String currency) {
        String customer = payment.customer().orElseThrow();
        int added = claim.sql(ADD)
                .param("provider", event.provider())
                .param("event", event.id())
                .param("object", Optional.ofNullable(event.objectId()).orElse(event.id()))
                .param("kind", payment.kind())
                .param("customer", customer)
                .param("amount", payment.amountCents().orElseThrow())
                .param("currency", currency)
                .update();
        // Another event has told the same fact already: the credit and the welcome are its own.
        if (added == 1) {
            ObjectNode welcome = json.createObjectNode()
                    .put("provider", event.provider())
                    .put("eventId", event.id())
                    .put("customer", customer);
            payment.email().ifPresent(email -> welcome.put("email", email));
            claim.outbox("email.welcome", welcome.toString());
        }
    }
}
