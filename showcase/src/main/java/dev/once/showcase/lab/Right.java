package dev.once.showcase.lab;

import dev.once.core.Attempt;
import dev.once.core.Claim;
import dev.once.core.Fingerprint;
import dev.once.core.Idempotency;
import dev.once.core.IdempotencyKey;
import dev.once.core.Ledger;
import dev.once.core.Scope;
import dev.once.core.Stored;
import dev.once.core.retention.Retention;
import java.time.Duration;
import org.springframework.dao.DataAccessException;

/** The right one: signature, then key and scope, then claim and work in one transaction, then the answer. */
final class Right implements Variant {

    static final Ledger<String> LEDGER = Ledger.named("lab")
            .table("lab.ledger")
            .scope("tenant")
            .key("event")
            .fingerprint("fingerprint")
            .createdAt("received_at")
            .keepFor(Duration.ofDays(30))
            .neverLessThan(Duration.ofDays(30))
            .storing(Stored.text("receipt"));

    private final Idempotency<String> idempotency;
    private final Retention retention;

    Right(Idempotency<String> idempotency, Retention retention) {
        this.idempotency = idempotency;
        this.retention = retention;
    }

    @Override
    public Answer handle(Delivery delivery) {
        if (!delivery.isGenuine()) {
            return new Answer(400, "bad signature");
        }
        if (delivery.key().isEmpty()) {
            return new Answer(400, "a key is required");
        }
        Attempt attempt = Attempt.of(
                new Scope(delivery.tenant()),
                new IdempotencyKey(delivery.key().get()),
                Fingerprint.of(String.valueOf(delivery.amountCents())));
        return idempotency
                .once(attempt, claim -> book(claim, delivery))
                .fold(
                        Answer::ok,
                        Answer::ok,
                        retryAfter -> new Answer(503, "still running, try again"),
                        () -> new Answer(422, "another request had this key"));
    }

    @Override
    public void sweep() {
        retention.sweep();
    }

    private static String book(Claim claim, Delivery delivery) {
        claim.sql("insert into lab.payments (tenant, event, amount_cents) values (:tenant, :event, :amount)")
                .param("tenant", delivery.tenant())
                .param("event", delivery.event())
                .param("amount", delivery.amountCents())
                .update();
        claim.sql("insert into lab.outbox (tenant, event, amount_cents) values (:tenant, :event, :amount)")
                .param("tenant", delivery.tenant())
                .param("event", delivery.event())
                .param("amount", delivery.amountCents())
                .update();
        try {
            claim.orRollBack(() -> claim.sql("select lab.write_audit(:event)")
                    .param("event", delivery.event())
                    .query((row, i) -> "")
                    .single());
        } catch (DataAccessException e) {
            Stage.note("rolls back to the savepoint: the audit line is missing, the payment is not");
        }
        return delivery.receipt();
    }
}
