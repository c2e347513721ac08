package dev.once.webhooks.effects;

import dev.once.core.retention.EffectTable;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Where the core counts duplicate effects; the number must be zero. */
@Configuration(proxyBeanMethods = false)
class EffectTables {

    @Bean
    EffectTable creditsCarryTheirAttempt() {
        return EffectTable.of("webhooks.credit_entries", "provider", "event_id");
    }

    @Bean
    EffectTable suppressionsCarryTheirAttempt() {
        return EffectTable.of("webhooks.suppressed_addresses", "provider", "event_id", "address");
    }
}
