package dev.once.webhooks.sameness;

import dev.once.core.Done;
import dev.once.core.Idempotencies;
import dev.once.core.Idempotency;
import dev.once.core.Ledger;
import dev.once.core.retention.EffectTable;
import dev.once.webhooks.provenance.WebhookProvenance;
import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** {@code webhooks.processed_events}: append only, no takeover, kept longer than any provider repeats itself. */
@Configuration(proxyBeanMethods = false)
class WebhookLedger {

    @Bean
    Idempotency<Done> idempotency(Idempotencies idempotencies, WebhookProvenance provenance) {
        return idempotencies.of(Ledger.named("webhooks")
                .table("webhooks.processed_events")
                .scope("provider")
                .key("event_id")
                .records("event_type", "object_id", "account_id", "delivery_id", "ignored_because")
                .createdAt("received_at")
                .waitAtMost(Duration.ofSeconds(2))
                .keepFor(Duration.ofDays(100))
                .neverLessThan(provenance.horizon())
                .claimOnly());
    }

    @Bean
    EffectTable creditEffects(Idempotency<Done> idempotency) {
        return EffectTable.of(idempotency, "webhooks.credit_entries", "provider", "event_id");
    }

    @Bean
    EffectTable suppressionEffects(Idempotency<Done> idempotency) {
        return EffectTable.of(idempotency, "webhooks.suppressed_addresses", "provider", "event_id", "address");
    }
}
