package dev.once.jobs.effects;

import dev.once.core.Claim;
import java.util.UUID;
import org.springframework.stereotype.Component;

/** E-mails that the vendor has taken. */
@Component
public class Emails {

    private static final String ADD =
            """
            insert into jobs.emails (run_id, step, vendor_reference, template)
            values (:run, :step, :reference, :template)
            """;

    /** By the vendor's name for it. */
    public record Email(String reference) {}

    public Email add(Claim claim, String reference, String template) {
        claim.sql(ADD)
                .param("run", UUID.fromString(claim.attempt().scope().value()))
                .param("step", claim.attempt().key().value())
                .param("reference", reference)
                .param("template", template)
                .update();
        return new Email(reference);
    }
}
