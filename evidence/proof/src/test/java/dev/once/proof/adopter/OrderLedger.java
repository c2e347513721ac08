package dev.once.proof.adopter;

import dev.once.core.Idempotencies;
import dev.once.core.Idempotency;
import dev.once.core.Ledger;
import dev.once.core.Stored;
import dev.once.core.retention.EffectTable;
import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class OrderLedger {

    @Bean
    Idempotency<String> orderClaims(Idempotencies idempotencies) {
        return idempotencies.of(Ledger.named("orders")
                .table("order_claims")
                .scope("tenant")
                .key("idempotency_key")
                .fingerprint("fingerprint")
                .keepFor(Duration.ofDays(7))
                .storing(Stored.text("order_id")));
    }

    @Bean
    EffectTable orderEffects(Idempotency<String> orderClaims) {
        return EffectTable.of(orderClaims, "orders", "tenant", "idempotency_key");
    }
}
