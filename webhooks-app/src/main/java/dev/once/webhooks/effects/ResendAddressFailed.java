package dev.once.webhooks.effects;

import dev.once.webhooks.provenance.Event;
import dev.once.webhooks.surface.Effect;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.springframework.stereotype.Component;

/** Mail that bounced or that somebody complained about: its addresses get no more. */
@Component
final class ResendAddressFailed implements EventType {

    private static final Map<String, String> REASONS =
            Map.of("email.bounced", "bounced", "email.complained", "complained");

    private final SuppressedAddresses suppressed;

    ResendAddressFailed(SuppressedAddresses suppressed) {
        this.suppressed = suppressed;
    }

    @Override
    public boolean covers(Event event) {
        return event.provider().equals("resend") && REASONS.containsKey(event.type());
    }

    @Override
    public Effect effectOf(Event event) {
        // In one order always, or two events with the same two addresses could wait for each other.
        List<String> addresses =
                event.content().texts("data", "to").stream().sorted().toList();
        if (addresses.isEmpty()) {
            return Effect.none("no address");
        }
        String reason = Objects.requireNonNull(REASONS.get(event.type()));
        return claim -> addresses.forEach(address -> suppressed.add(claim.unique(), event, address, reason));
    }
}
