package dev.once.webhooks.effects;

import dev.once.webhooks.provenance.Event;
import dev.once.webhooks.surface.Effect;
import org.springframework.stereotype.Component;

/** A workspace has removed the app: it gets no more messages. */
@Component
final class SlackAppUninstalled implements EventType {

    private final SuppressedAddresses suppressed;

    SlackAppUninstalled(SuppressedAddresses suppressed) {
        this.suppressed = suppressed;
    }

    @Override
    public boolean covers(Event event) {
        return event.provider().equals("slack") && event.type().equals("app_uninstalled");
    }

    @Override
    public Effect effectOf(Event event) {
        String workspace = event.accountId();
        return workspace == null
                ? Effect.none("no workspace")
                : claim -> suppressed.add(claim.unique(), event, workspace, "uninstalled");
    }
}
