package dev.once.webhooks.effects;

import dev.once.webhooks.provenance.Event;
import java.util.List;
import org.springframework.stereotype.Component;

/** All types that have an effect; every other event is recorded and ignored. */
@Component
public final class EventTypes {

    private final List<EventType> types;

    public EventTypes(List<EventType> types) {
        this.types = types;
    }

    public Effect effectOf(Event event) {
        return types.stream()
                .filter(type -> type.covers(event))
                .findFirst()
                .map(type -> type.effectOf(event))
                .orElseGet(() -> Effect.none("no effect is known for this type"));
    }
}
