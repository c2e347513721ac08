package dev.once.webhooks.surface;

import dev.once.core.Attempt;
import dev.once.core.Done;
import dev.once.core.Idempotency;
import dev.once.core.Outcome;
import dev.once.core.web.StillRunningException;
import dev.once.webhooks.provenance.Event;
import dev.once.webhooks.provenance.UrlVerificationException;
import dev.once.webhooks.provenance.WebhookProvenance;
import dev.once.webhooks.sameness.WebhookKey;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import org.springframework.http.HttpHeaders;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;

/** Every delivery of every event comes through here, and each event takes effect once. */
@RestController
public class WebhookSurface {

    private final Idempotency<Done> idempotency;
    private final WebhookProvenance provenance;
    private final WebhookEffects effects;
    private final DeliveryCounts counts;

    WebhookSurface(
            Idempotency<Done> idempotency,
            WebhookProvenance provenance,
            WebhookEffects effects,
            DeliveryCounts counts) {
        this.idempotency = idempotency;
        this.provenance = provenance;
        this.effects = effects;
        this.counts = counts;
    }

    @PostMapping("/webhooks/{provider}")
    Receipt receive(@PathVariable String provider, @RequestHeader HttpHeaders headers, InputStream body)
            throws IOException {
        // who are you
        Event event = provenance.of(provider, headers, body.readAllBytes());

        // what is the key
        Effect effect = effects.effectOf(event);
        Attempt attempt = WebhookKey.of(event, effect.ignoredBecause());

        // once
        Outcome<Done> outcome = idempotency.once(attempt, claim -> {
            effect.on(claim);
            return Done.DONE;
        });

        // answer
        return counts.counted(event.provider(), answer(effect, outcome));
    }

    private static Receipt answer(Effect effect, Outcome<Done> outcome) {
        return outcome.fold(
                first -> effect.ignoredBecause() == null ? Receipt.PROCESSED : Receipt.IGNORED,
                again -> Receipt.DUPLICATE,
                wait -> {
                    // Never 200 for what is not committed: if the other delivery fails after all, this one is needed.
                    throw new StillRunningException(wait);
                },
                () -> {
                    throw new IllegalStateException("An event's id is all there is to compare: it cannot be reused.");
                });
    }

    /** Answered, since its signature is right, and not claimed, since it is no event. */
    @ExceptionHandler
    Map<String, String> answer(UrlVerificationException asked) {
        return Map.of("challenge", asked.challenge());
    }
}
