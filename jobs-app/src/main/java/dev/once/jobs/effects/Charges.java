package dev.once.jobs.effects;

import dev.once.core.Claim;
import java.util.UUID;
import org.springframework.stereotype.Component;

/** Charges that the vendor has confirmed. */
@Component
public class Charges {

    private static final String ADD =
            """
            insert into jobs.charges (run_id, step, vendor_reference, customer, amount_cents, currency)
            values (:run, :step, :reference, :customer, :amount, :currency)
            """;

    /** By the vendor's name for it. */
    public record Charge(String reference, long amountCents, String currency) {

        public static Charge none(String currency) {
            return new Charge("none", 0, currency);
        }
    }

    public Charge add(Claim claim, String reference, String customer, long amountCents, String currency) {
        claim.sql(ADD)
                .param("run", UUID.fromString(claim.attempt().scope().value()))
                .param("step", claim.attempt().key().value())
                .param("reference", reference)
                .param("customer", customer)
                .param("amount", amountCents)
                .param("currency", currency)
                .update();
        return new Charge(reference, amountCents, currency);
    }
}
