package dev.once.webhooks.effects;

import dev.once.webhooks.provenance.Event;
import dev.once.webhooks.surface.Effect;
import dev.once.webhooks.surface.WebhookEffects;
import java.util.List;
import org.springframework.stereotype.Component;

/** All types that have an effect; every other event is recorded and ignored. */
@Component
final class EventTypes implements WebhookEffects {

    private final List<EventType> types;

    EventTypes(List<EventType> types) {
        this.types = types;
    }

    @Override
    public Effect effectOf(Event event) {
        return types.stream()
                .filter(type -> type.covers(event))
                .findFirst()
                .map(type -> type.effectOf(event))
                .orElseGet(() -> Effect.none("no effect is known for this type"));
    }
}
