package dev.once.webhooks.effects;

import dev.once.core.UniqueWrite;
import dev.once.webhooks.provenance.Event;
import java.util.Locale;
import org.springframework.stereotype.Component;

/** {@code webhooks.suppressed_addresses}: an address is suppressed or it is not, so it is its own key. */
@Component
public final class SuppressedAddresses {

    private static final String ADD =
            """
            insert into webhooks.suppressed_addresses (provider, address, reason, event_id)
            values (:provider, :address, :reason, :event)
            on conflict (provider, address) do nothing
            """;

    void add(UniqueWrite write, Event event, String address, String reason) {
        write.sql(ADD)
                .param("provider", event.provider())
                .param("address", address.strip().toLowerCase(Locale.ROOT))
                .param("reason", reason)
                .param("event", event.id())
                .update();
    }
}
