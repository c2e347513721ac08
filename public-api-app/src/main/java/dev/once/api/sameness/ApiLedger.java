package dev.once.api.sameness;

import dev.once.core.Idempotencies;
import dev.once.core.Idempotency;
import dev.once.core.Ledger;
import dev.once.core.Stored;
import dev.once.core.retention.EffectTable;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Where this API remembers its keys, and the tables in which one attempt must never show twice. */
@Configuration(proxyBeanMethods = false)
class ApiLedger {

    /** What the contract promises to clients. */
    private static final Duration PUBLISHED = Duration.ofHours(24);

    @Bean
    Idempotency<Answer> idempotency(Idempotencies idempotencies) {
        return idempotencies.of(Ledger.named("api")
                .table("api.idempotency_keys")
                .scope("client_id")
                .key("idempotency_key")
                .fingerprint("fingerprint")
                .expiresAt("expires_at")
                .keepFor(PUBLISHED)
                .neverLessThan(PUBLISHED)
                .waitAtMost(Duration.ofSeconds(2))
                .storing(new Stored<>(
                        List.of(
                                new Stored.Column("status", Integer.class),
                                new Stored.Column("headers", String.class),
                                new Stored.Column("body", byte[].class)),
                        ApiLedger::columns,
                        ApiLedger::answer)));
    }

    @Bean
    EffectTable invoiceEffects(Idempotency<Answer> idempotency) {
        return EffectTable.of(idempotency, "api.invoices", "client_id", "idempotency_key");
    }

    /** One attempt may add many lines: told apart by their place in its request, not by their number on the invoice. */
    @Bean
    EffectTable lineEffects(Idempotency<Answer> idempotency) {
        return EffectTable.of(idempotency, "api.invoice_lines", "client_id", "idempotency_key", "request_line");
    }

    @Bean
    EffectTable exportEffects(Idempotency<Answer> idempotency) {
        return EffectTable.of(idempotency, "api.exports", "client_id", "idempotency_key");
    }

    private static List<@Nullable Object> columns(Answer answer) {
        return Arrays.<@Nullable Object>asList(answer.status(), answer.headerLines(), answer.body());
    }

    private static Answer answer(List<@Nullable Object> columns) {
        return Answer.stored(
                (Integer) Objects.requireNonNull(columns.get(0)),
                (String) Objects.requireNonNull(columns.get(1)),
                (byte[]) Objects.requireNonNull(columns.get(2)));
    }
}
