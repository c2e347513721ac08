package dev.once.webhooks.surface;

import dev.once.core.Attempt;
import dev.once.core.Done;
import dev.once.core.Idempotency;
import dev.once.core.Outcome;
import dev.once.web.Problem;
import dev.once.web.RawBody;
import dev.once.webhooks.effects.Effect;
import dev.once.webhooks.effects.EventTypes;
import dev.once.webhooks.provenance.Event;
import dev.once.webhooks.provenance.UrlVerificationException;
import dev.once.webhooks.provenance.WebhookProvenance;
import dev.once.webhooks.sameness.WebhookKey;
import java.time.Duration;
import java.util.Map;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;

/** Every delivery of every event comes through here, and each event takes effect once. */
@RestController
class WebhookSurface {

    private final WebhookProvenance provenance;
    private final EventTypes types;
    private final Idempotency<Done> events;
    private final DeliveryCounts counts;

    WebhookSurface(WebhookProvenance provenance, EventTypes types, Idempotency<Done> events, DeliveryCounts counts) {
        this.provenance = provenance;
        this.types = types;
        this.events = events;
        this.counts = counts;
    }

    @PostMapping("/webhooks/{provider}")
    Receipt receive(@PathVariable String provider, @RequestHeader HttpHeaders headers, RawBody body) {
        Event event = provenance.verify(provider, headers, body.bytes()); // who are you
        Effect effect = types.effectOf(event);
        Attempt attempt = WebhookKey.of(event, effect.ignoredBecause()); // what is the key

        Outcome<Done> outcome = events.once(attempt, claim -> {
            effect.on(claim);
            return Done.DONE;
        });

        return counts.counted(
                event.provider(),
                outcome.fold(
                        first -> effect.ignoredBecause() == null ? Receipt.PROCESSED : Receipt.IGNORED,
                        again -> Receipt.DUPLICATE,
                        wait -> notYet(wait),
                        () -> noFingerprintNoReuse()));
    }

    /** Answered, since its signature is right, and not claimed, since it is no event. */
    @ExceptionHandler
    Map<String, String> answer(UrlVerificationException asked) {
        return Map.of("challenge", asked.challenge());
    }

    /** Never 200 for what is not committed: if the other delivery fails after all, the provider must come again. */
    private static Receipt notYet(Duration wait) {
        throw Problem.of(
                        HttpStatus.SERVICE_UNAVAILABLE,
                        "still-running",
                        "Another delivery of this event is being worked on. Send it again later.")
                .retryAfter(wait)
                .asException();
    }

    private static Receipt noFingerprintNoReuse() {
        throw new IllegalStateException("An event's id is all there is to compare, so it cannot be reused.");
    }
}
