package dev.once.webhooks.effects;

import dev.once.webhooks.effects.Credits.Payment;
import dev.once.webhooks.provenance.Content;
import dev.once.webhooks.provenance.Event;
import dev.once.webhooks.surface.Effect;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Somebody becomes a sponsor. GitHub bills in US dollars only. */
@Component
final class GitHubSponsorshipCreated implements EventType {

    private final Credits credits;

    GitHubSponsorshipCreated(Credits credits) {
        this.credits = credits;
    }

    @Override
    public boolean covers(Event event) {
        return event.provider().equals("github") && event.type().equals("sponsorship.created");
    }

    @Override
    public Effect effectOf(Event event) {
        Content content = event.content();
        return credits.of(
                event,
                new Payment(
                        "sponsorship",
                        content.text("sponsorship", "sponsor", "login"),
                        content.text("sponsorship", "sponsor", "email"),
                        content.whole("sponsorship", "tier", "monthly_price_in_cents"),
                        Optional.of("usd")));
    }
}
