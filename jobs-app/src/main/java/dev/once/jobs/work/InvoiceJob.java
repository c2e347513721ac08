package dev.once.jobs.work;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import dev.once.jobs.effects.Emails;
import dev.once.jobs.effects.Emails.Email;
import dev.once.jobs.surface.JobEffects;
import dev.once.jobs.surface.JobRun;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** A customer learns of their invoice once, whether it came from a form or over the API. */
@Component
public class InvoiceJob implements JobEffects {

    @JsonIgnoreProperties(ignoreUnknown = true)
    record Request(
            String invoiceId, @Nullable String customerEmail, String customerName, long totalCents, String currency) {

        Request {
            Objects.requireNonNull(invoiceId, "it names no invoice");
            Objects.requireNonNull(customerName, "it has no name");
            Objects.requireNonNull(currency, "it has no currency");
        }

        /** The API's customers are names as their client writes them: the vendor knows whom such a name means. */
        String addressee() {
            return customerEmail == null ? customerName : customerEmail;
        }
    }

    private final Emails emails;

    InvoiceJob(Emails emails) {
        this.emails = emails;
    }

    @Override
    public String topic() {
        return "invoice.created";
    }

    @Override
    public List<String> steps() {
        return List.of("notify");
    }

    @Override
    public void run(JobRun run) {
        Request asked = run.parameters(Request.class);
        run.call(
                "notify",
                "/emails",
                Map.of(
                        "template", "invoice",
                        "to", asked.addressee(),
                        "name", asked.customerName(),
                        "invoice", asked.invoiceId(),
                        "totalCents", asked.totalCents(),
                        "currency", asked.currency()),
                Email.class,
                (claim, answer) -> emails.add(claim, answer.reference(), "invoice"));
    }
}
