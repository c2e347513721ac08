package dev.once.forms.sameness;

import dev.once.core.Idempotencies;
import dev.once.core.Idempotency;
import dev.once.core.Ledger;
import dev.once.core.Stored;
import dev.once.core.retention.EffectTable;
import java.time.Duration;
import java.util.UUID;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Where forms are claimed: an organisation's key, and the invoice it made. */
@Configuration(proxyBeanMethods = false)
class FormLedger {

    @Bean
    Idempotency<UUID> idempotency(Idempotencies idempotencies) {
        return idempotencies.of(Ledger.named("forms")
                .table("forms.action_claims")
                .scope("org_id", "uuid")
                .key("idempotency_key")
                .fingerprint("fingerprint")
                .waitAtMost(Duration.ofSeconds(3))
                .keepFor(Duration.ofDays(7))
                // A form that was left open over night; older keys are refused, so a shorter memory would never double.
                .neverLessThan(Duration.ofDays(1))
                .storing(Stored.uuid("invoice_id")));
    }

    @Bean
    EffectTable invoiceEffects(Idempotency<UUID> idempotency) {
        return EffectTable.of(idempotency, "forms.invoices", "org_id", "idempotency_key");
    }
}
