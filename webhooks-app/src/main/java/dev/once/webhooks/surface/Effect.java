package dev.once.webhooks.surface;

import dev.once.core.Claim;
import org.jspecify.annotations.Nullable;

/** What an event does once its claim is held. Reading the event is over by then: this only writes. */
@FunctionalInterface
public interface Effect {

    void on(Claim claim);

    /** Null if there is something to do. */
    default @Nullable String ignoredBecause() {
        return null;
    }

    /** The event is claimed and recorded, and that is all. */
    static Effect none(String because) {
        return new Effect() {
            @Override
            public void on(Claim claim) {}

            @Override
            public String ignoredBecause() {
                return because;
            }
        };
    }
}
